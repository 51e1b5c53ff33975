import { excerpt, quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import { COLUMN_ENTRY } from './endpoint-file.js';
import { holdsNumbers } from '../../engines/number-format.js';
import type { ColumnDeclaration } from '../endpoint.js';
import { readEntry } from '../yaml/entry-reader.js';
import type { Problems } from '../../diagnostics/problem.js';
import { listAt, placeAt, type YamlList, type YamlMapping } from '../yaml/yaml-value.js';
import type { ParameterDeclaration } from '../../parameters/parameter.js';
import { QuernError } from '../../errors/quern-error.js';
import { bindParameters } from '../../parameters/bind-parameters.js';
import { CALL_VALUE } from './call-values.js';
import { readEach } from './value-rule.js';
import { type CallParameters } from '../../parameters/query-string.js';

export function readColumns(list: YamlList, problems: Problems): readonly ColumnDeclaration[] {
  const columns: ColumnDeclaration[] = [];
  for (const item of list.items) {
    if (item.kind !== 'mapping') continue;
    const { name, type, nullable = true, description, json } = readEntry(COLUMN_ENTRY, item, problems);
    if (name === undefined || type === undefined) continue;
    if (columns.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
      // GoogleSQL compares names without regard to case.
      problems.add(
        'duplicate',
        placeAt(item, 'name'),
        `there is a column ${quote(name)} already; rename one of the two`,
      );
    }
    if (json !== undefined && !holdsNumbers(type)) {
      const message = `"json" is for INT64, NUMERIC and BIGNUMERIC, of which there is none in ${quote(type)}; remove "json"`;
      problems.add('conflicting_keys', placeAt(item, 'json'), message);
    }
    columns.push(Object.freeze({ name, type, nullable, description, json }));
  }
  return Object.freeze(columns);
}

export function readBound(
  names: readonly string[],
  declarations: readonly ParameterDeclaration[],
  mapping: YamlMapping,
  problems: Problems,
): readonly string[] {
  const declared = declarations.map(({ name }) => name);
  const list = listAt(mapping, 'bound');
  for (const [index, name] of names.entries()) {
    if (declared.includes(name)) continue;
    const message = `${quote(name)} is no parameter of this file; a key is bound to declared ones.${didYouMean(name, declared)}`;
    problems.add('undeclared_parameter', list?.items[index]?.place ?? mapping.place, message);
  }
  return Object.freeze([...names]);
}

/** Reads `warm`: parameter sets as they would stand in a URL, each of them one that a caller could send. */
export function readWarm(
  list: YamlList,
  declarations: readonly ParameterDeclaration[],
  problems: Problems,
): readonly CallParameters[] {
  const sets = list.items.flatMap((item) => (item.kind === 'mapping' ? readSet(item, declarations, problems) : []));
  return Object.freeze(sets);
}

function readSet(
  mapping: YamlMapping,
  declarations: readonly ParameterDeclaration[],
  problems: Problems,
): CallParameters {
  const set = readEach(CALL_VALUE, mapping, () => 'a value in "warm"', problems);
  try {
    bindParameters(declarations, set, undefined, { strict: true });
  } catch (error) {
    if (!(error instanceof QuernError)) throw error;
    for (const { parameter, detail } of error.errors) {
      const written = Array.from(mapping.entries).find(([name]) => excerpt(name) === parameter)?.[1];
      const isDeclared = declarations.some(({ name }) => name === parameter);
      if (written && !isDeclared) problems.add('unknown_key', written.keyPlace, detail);
      else problems.add('invalid_value', written?.value.place ?? mapping.place, detail);
    }
  }
  return set;
}
