import { excerpt, quote, didYouMean } from '../../errors/excerpt.js';
import { ColumnEntry, TestDefaults, TestEntry } from './endpoint-file.js';
import { holdsNumbers } from '../../engines/number-format.js';
import { type ColumnDeclaration, type EndpointTest, type Expectation } from '../endpoint.js';
import { readEntry } from '../yaml/entry-reader.js';
import { type Problems, type Problem, type ProblemCode } from '../../diagnostics/problem.js';
import {
  listAt,
  placeAt,
  type YamlList,
  type YamlMapping,
  type YamlEntry,
  jsonValue,
  mappingAt,
} from '../yaml/yaml-value.js';
import { type ParameterDeclaration, bareParameter, Pattern } from '../../parameters/parameter.js';
import { QuernError, errorText } from '../../errors/quern-error.js';
import { bindParameters } from '../../parameters/bind-parameters.js';
import { CALL_VALUE, type CallValues, TABLE_ROWS, TEST_VALUE } from './call-values.js';
import { readEach, type ValueRule } from './value-rule.js';
import { ParameterEntry } from './parameter-entry.js';
import { isTime, NOW, type ValueKeys, valueKeys } from './parameter-values.js';
import { PARAMETER_NAME } from './parameter-name.js';
import { parseClockTime } from './clock-time.js';

export function readColumns(list: YamlList, problems: Problems): readonly ColumnDeclaration[] {
  const columns: ColumnDeclaration[] = [];
  for (const item of list.items) {
    if (item.kind !== 'mapping') continue;
    const { name, type, nullable = true, description, json } = readEntry(ColumnEntry, item, problems);
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
): readonly CallValues[] {
  const sets = list.items.flatMap((item) => (item.kind === 'mapping' ? readSet(item, declarations, problems) : []));
  return Object.freeze(sets);
}

function readSet(mapping: YamlMapping, declarations: readonly ParameterDeclaration[], problems: Problems): CallValues {
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

class ParameterReader {
  constructor(
    private readonly mapping: YamlMapping,
    private readonly problems: Problems,
  ) {}

  /** Reads one entry under `parameters`; undefined where its type cannot be made out. */
  read(name: string): ParameterDeclaration | undefined {
    const entry = readEntry(ParameterEntry, this.mapping, this.problems);
    const type = entry.type === 'array' ? entry.items : entry.type;
    if (type === undefined) return undefined;
    const bare: ParameterDeclaration = {
      ...bareParameter(name, type),
      array: entry.type === 'array',
      description: entry.description,
      required: entry.required ?? false,
      logged: entry.log ?? false,
      ...(entry.accepts && { unixMillis: true }),
    };
    const limited = { ...bare, ...this.#limits(bare, entry) };
    const closed = { ...limited, enum: entry.enum && this.#read('enum', valueKeys(limited).enum) };
    const fallback = this.#read('default', valueKeys(closed).default) ?? (closed.array ? Object.freeze([]) : null);
    const isNow = isTime(closed) && fallback === NOW;
    if (!isNow && entry.truncate !== undefined && entry.default !== undefined) {
      this.#refuse('conflicting_keys', 'truncate', '"truncate" goes with default: now; remove it');
    }
    return Object.freeze({
      ...closed,
      default: isNow ? null : fallback,
      ...(isNow && { defaultNow: entry.truncate ?? '1d' }),
      otherwiseDefault: entry.otherwise === 'default',
    });
  }

  #limits(bare: ParameterDeclaration, entry: Partial<ParameterEntry>) {
    const keys = valueKeys(bare);
    const min = this.#read('min', keys.min);
    const max = this.#read('max', keys.max);
    if (min !== undefined && max !== undefined && min > max) {
      this.#refuse('conflicting_keys', 'min', '"min" must not be greater than "max"; correct one of the two');
    }
    return { min, max, maxLength: entry.max_length, pattern: this.#pattern(entry.pattern) };
  }

  #pattern(source: string | undefined): Pattern | undefined {
    try {
      return source === undefined ? undefined : new Pattern(source);
    } catch (error) {
      const reason = errorText(error).replace('Invalid regular expression: ', '');
      const what = `"pattern" is not a JavaScript regular expression (${reason})`;
      this.#refuse('invalid_value', 'pattern', `${what}; write \\ before what stands for itself`);
      return undefined;
    }
  }

  /** Reads a key that has a value of the parameter's type; undefined where it is left out, or breaks its rule. */
  #read<T>(key: keyof ValueKeys, rule: ValueRule<T> | undefined): T | undefined {
    const written = this.mapping.entries.get(key)?.value;
    return written && rule?.read(written, `"${key}"`, this.problems);
  }

  #refuse(code: ProblemCode, key: keyof ParameterEntry, message: string): void {
    this.problems.add(code, placeAt(this.mapping, key), message);
  }
}

/** Reads `parameters`, in the order of the file; parameters of an unclear type are missing. */
export function readParameters(mapping: YamlMapping, problems: Problems): readonly ParameterDeclaration[] {
  const names: string[] = [];
  const declarations = Array.from(mapping.entries).flatMap(([name, entry]) => {
    const problem = nameProblem(name, names);
    names.push(name);
    if (problem) problems.add(problem.code, entry.keyPlace, problem.message);
    return readEntryOf(name, entry, problems) ?? [];
  });
  return Object.freeze(declarations);
}

function readEntryOf(name: string, { value }: YamlEntry, problems: Problems): ParameterDeclaration | undefined {
  if (value.kind === 'mapping') return new ParameterReader(value, problems).read(name);
  const message = `a parameter is a mapping; write ${quote(name)}: { type: string }, for example`;
  problems.add('invalid_value', value.place, message);
  return undefined;
}

function nameProblem(name: string, others: readonly string[]): Pick<Problem, 'code' | 'message'> | undefined {
  if (!PARAMETER_NAME.form.test(name)) {
    return { code: 'invalid_value', message: `${quote(name)} is no parameter name; use ${PARAMETER_NAME.rule}` };
  }
  if (PARAMETER_NAME.reserved.test(name)) {
    return { code: 'invalid_value', message: `the name ${quote(name)} is reserved; use another one` };
  }
  const same = others.find((other) => other.toLowerCase() === name.toLowerCase());
  if (same === undefined) return undefined;
  const what = `${quote(name)} differs from ${quote(same)} only in case, which SQL does not see`;
  return { code: 'duplicate', message: `${what}; rename one of the two` };
}

type Fixtures = Pick<EndpointTest, 'parameters' | 'tables'> & { readonly now: Date | undefined };

const NO_FIXTURES: Fixtures = { now: undefined, parameters: new Map(), tables: new Map() };
/** Time of a case that names none: always the same, so that the answer is too. */
const DEFAULT_NOW = new Date('2000-01-01T00:00:00Z');

/** Reads `tests`, in the order of the file, with the additions of its `defaults` to every case. */
export function readTests(
  list: YamlList,
  defaults: YamlMapping | undefined,
  declarations: readonly ParameterDeclaration[],
  problems: Problems,
): readonly EndpointTest[] {
  const reader = new TestsReader(declarations, problems);
  const shared = defaults ? reader.defaults(defaults) : NO_FIXTURES;
  const tests = list.items.flatMap((item) => (item.kind === 'mapping' ? (reader.test(item, shared) ?? []) : []));
  return Object.freeze(tests);
}

class TestsReader {
  readonly #names = new Set<string>();

  constructor(
    private readonly declarations: readonly ParameterDeclaration[],
    private readonly problems: Problems,
  ) {}

  defaults(mapping: YamlMapping): Fixtures {
    return this.#fixtures(mapping, readEntry(TestDefaults, mapping, this.problems), NO_FIXTURES);
  }

  test(mapping: YamlMapping, shared: Fixtures): EndpointTest | undefined {
    const entry = readEntry(TestEntry, mapping, this.problems);
    const fixtures = this.#fixtures(mapping, entry, shared);
    const { name } = entry;
    if (name === undefined) return undefined;
    const where = placeAt(mapping, 'name');
    if (this.#names.has(name)) {
      this.problems.add('duplicate', where, `there is a case ${quote(name)} already; rename one of the two`);
    }
    this.#names.add(name);
    return {
      name,
      where: this.problems.place(where),
      text: this.problems.text,
      ...fixtures,
      now: fixtures.now ?? DEFAULT_NOW,
      expected: expectation(mapping, entry),
    };
  }

  #fixtures(mapping: YamlMapping, entry: TestDefaults, shared: Fixtures): Fixtures {
    const now = entry.now === undefined ? undefined : parseClockTime(entry.now);
    const parameters = mappingAt(mapping, 'parameters');
    const tables = mappingAt(mapping, 'tables');
    return {
      now: now && 'value' in now ? now.value : shared.now,
      parameters: new Map([...shared.parameters, ...(parameters ? this.#parameters(parameters) : [])]),
      tables: new Map([...shared.tables, ...(tables ? readEach(TABLE_ROWS, tables, quote, this.problems) : [])]),
    };
  }

  /** Values are not checked, since a case may expect them to be refused; names are, since a call ignores unknown ones. */
  #parameters(mapping: YamlMapping): CallValues {
    const names = this.declarations.map(({ name }) => name);
    for (const [name, { keyPlace }] of mapping.entries) {
      if (names.includes(name)) continue;
      const remedy = didYouMean(name, names) || ' Declare it under "parameters", or remove it here.';
      this.problems.add('invalid_value', keyPlace, `${quote(name)} is not a parameter of this endpoint.${remedy}`);
    }
    return readEach(TEST_VALUE, mapping, () => 'a parameter', this.problems);
  }
}

function expectation(mapping: YamlMapping, entry: Partial<TestEntry>): Expectation {
  return {
    rows: listAt(mapping, entry.rows ? 'rows' : 'rows_unordered')?.items.map(jsonValue),
    unordered: entry.rows_unordered !== undefined,
    rowCount: entry.row_count,
    columns: entry.columns,
    error: entry.error,
  };
}
