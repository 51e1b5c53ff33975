import { quote } from '../../../errors/excerpt.js';
import { didYouMean } from '../../../errors/suggestion.js';
import { CURSOR } from '../../../parameters/reserved-names.js';
import { type ParameterDeclaration, SCALAR_TYPES } from '../../../parameters/parameter.js';
import type { Problems } from '../../../diagnostics/problem.js';
import type { PageKey } from '../../endpoint.js';
import { readEntry } from '../../yaml/entry-reader.js';
import { mappingAt, placeAt, type YamlEntry, type YamlMapping } from '../../yaml/yaml-value.js';
import { readEach } from '../value-rule.js';
import { COLUMN_NAME, PAGE_ENTRY } from '../endpoint-file.js';
import { type PagedFile, pageOrder } from './page-order.js';

export interface Paging {
  readonly size: number;
  /** Undefined where something is wrong with it. */
  readonly page: readonly PageKey[] | undefined;
}

export function readPage({ keyPlace, value }: YamlEntry, file: PagedFile, problems: Problems): Paging | undefined {
  if (value.kind !== 'mapping') return undefined;
  const before = problems.count;
  const { size, next } = readEntry(PAGE_ENTRY, value, problems);
  const written = mappingAt(value, 'next');
  if (size === undefined || next === undefined || !written) return undefined;
  const names = readEach(COLUMN_NAME, written, (parameter) => `the column of ${quote(parameter)}`, problems);
  if (file.parameters.some(({ name }) => name === CURSOR)) {
    const message = 'with "page", a call says by "cursor" which page it wants; rename the parameter';
    problems.add('conflicting_keys', keyPlace, message);
  }
  for (const [parameter, column] of names) checkKey(parameter, column, written, file, problems);
  const columns = [...names.values()];
  for (const [index, parameter] of [...names.keys()].entries()) {
    const column = columns[index] ?? '';
    // Another column of the ORDER BY would have no parameter.
    if (columns.indexOf(column) === index) continue;
    const message = `the column ${quote(column)} has a parameter already; remove one of the two`;
    problems.add('duplicate', placeAt(written, parameter), message);
  }
  // The keys decide what the order has to be.
  if (problems.count > before) return { size, page: undefined };
  return { size, page: pageOrder({ size, names, place: keyPlace }, file, problems) };
}

function checkKey(
  parameter: string,
  column: string,
  written: YamlMapping,
  { parameters, columns, bound }: PagedFile,
  problems: Problems,
): void {
  const [keyPlace, place] = [written.entries.get(parameter)?.keyPlace ?? written.place, placeAt(written, parameter)];
  const declaration = parameters.find(({ name }) => name === parameter);
  const found = columns.find(({ name }) => name === column);
  if (!declaration) {
    const known = parameters.map(({ name }) => name);
    const message = `${quote(parameter)} is no parameter of this file; declare it.${didYouMean(parameter, known)}`;
    problems.add('undeclared_parameter', keyPlace, message);
  } else {
    const problem = parameterProblem(declaration, bound);
    if (problem !== undefined) problems.add('page_key', keyPlace, `${quote(parameter)} ${problem}`);
  }
  if (!found) {
    const known = columns.map(({ name }) => name);
    const message = `there is no column ${quote(column)} under "columns".${didYouMean(column, known)}`;
    problems.add('page_key', place, message);
    return;
  }
  if (found.nullable) {
    const message = `${quote(column)} may be NULL, behind which there is no next row; write nullable: false for it under "columns"`;
    problems.add('page_key', place, message);
  }
  if (!declaration || declaration.array) return;
  const type = SCALAR_TYPES[declaration.type];
  if (found.type !== type) {
    const message = `${quote(column)} is ${found.type}, and ${quote(parameter)} takes ${type}; change one of the two, or CAST the column in the query`;
    problems.add('page_key', place, message);
  }
}

function parameterProblem(
  { name, type, array, required, enum: members }: ParameterDeclaration,
  bound: readonly string[],
): string | undefined {
  if (bound.includes(name))
    return 'is in "bound" as well, and each page takes another value; remove it from one of the two';
  if (required) return 'is required, and the first page is called without it; remove "required"';
  if (array) return 'is an array, and takes the value of one column; give it a scalar type';
  // No row comes before or after NaN.
  if (type === 'number')
    return 'is a number, and FLOAT64 is no order to go by; order by another column, or by a CAST of it to INT64';
  return members ? 'takes the values of its "enum" alone, and a last row may have any; remove "enum"' : undefined;
}
