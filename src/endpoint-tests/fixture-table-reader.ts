import type { FixtureTable, FixtureTables, TableSchema } from '../engines/fixture-engine.js';
import { quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import { type Problem, Problems } from '../diagnostics/problem.js';
import type { YamlList } from '../endpoint-files/yaml/yaml-value.js';
import { FixtureRowReader } from './fixture-row-reader.js';

/** Reads the fixtures of tests. Tests that share rows, by `defaults` or a YAML anchor, share the table. */
export class FixtureTableReader {
  readonly #made = new Map<YamlList, FixtureTable>();
  readonly #empty: FixtureTables;
  readonly #problems = new Map<string, Problems>();

  constructor(private readonly schemas: ReadonlyMap<string, TableSchema>) {
    this.#empty = new Map(Array.from(schemas, ([name, schema]) => [name, { schema, rows: [] }]));
  }

  /** Problems of the fixtures that have been read. */
  get problems(): readonly Problem[] {
    return Array.from(this.#problems.values()).flatMap(({ list }) => list);
  }

  /** Returns every table there is: with the rows of the case, or empty. */
  tables(test: EndpointTest): FixtureTables {
    const { file } = test.where;
    const problems = this.#problems.get(file) ?? new Problems(file, test.text);
    this.#problems.set(file, problems);
    const tables = new Map(this.#empty);
    for (const [name, list] of test.tables) {
      const schema = this.schemas.get(name);
      if (schema) {
        tables.set(name, this.#table(schema, list, problems));
      } else {
        const remedy = didYouMean(name, [...this.schemas.keys()]) || ' Put its schema or its data in QUERN_DATA.';
        problems.add('invalid_value', list.place, `there is no table ${quote(name)}.${remedy}`);
      }
    }
    return tables;
  }

  #table(schema: TableSchema, list: YamlList, problems: Problems): FixtureTable {
    const known = this.#made.get(list);
    if (known) return known;
    const values = new FixtureRowReader(problems);
    const rows = list.items.flatMap((item) => {
      if (item.kind === 'mapping') return [values.row(schema, item)];
      problems.add('invalid_value', item.place, 'a row is a mapping; write { column: value }');
      return [];
    });
    const table = { schema, rows };
    this.#made.set(list, table);
    return table;
  }
}
