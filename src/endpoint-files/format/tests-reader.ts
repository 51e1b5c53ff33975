import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import type { ParameterDeclaration } from '../../parameters/parameter.js';
import type { EndpointTest, Expectation } from '../endpoint-test.js';
import { TABLE_ROWS, TEST_VALUE } from './call-values.js';
import { parseClockTime } from './clock-time.js';
import { readEntry } from '../yaml/entry-reader.js';
import type { Problems } from '../../diagnostics/problem.js';
import { TEST_DEFAULTS, TEST_ENTRY, type TestEntry, type TestInput } from './test-entry.js';
import { readEach } from './value-rule.js';
import { jsonValue, listAt, mappingAt, placeAt, type YamlList, type YamlMapping } from '../yaml/yaml-value.js';
import { type CallParameters } from '../../parameters/query-string.js';

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
    return this.#fixtures(mapping, readEntry(TEST_DEFAULTS, mapping, this.problems), NO_FIXTURES);
  }

  test(mapping: YamlMapping, shared: Fixtures): EndpointTest | undefined {
    const entry = readEntry(TEST_ENTRY, mapping, this.problems);
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

  #fixtures(mapping: YamlMapping, entry: TestInput, shared: Fixtures): Fixtures {
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
  #parameters(mapping: YamlMapping): CallParameters {
    const names = this.declarations.map(({ name }) => name);
    for (const [name, { keyPlace }] of mapping.entries) {
      if (names.includes(name)) continue;
      const remedy = didYouMean(name, names) || ' Declare it under "parameters", or remove it here.';
      this.problems.add('invalid_value', keyPlace, `${quote(name)} is not a parameter of this endpoint.${remedy}`);
    }
    return readEach(TEST_VALUE, mapping, () => 'a parameter', this.problems);
  }
}

function expectation(mapping: YamlMapping, entry: TestEntry): Expectation {
  return {
    rows: listAt(mapping, entry.rows ? 'rows' : 'rows_unordered')?.items.map(jsonValue),
    unordered: entry.rows_unordered !== undefined,
    rowCount: entry.row_count,
    columns: entry.columns,
    error: entry.error,
  };
}
