import type { GivenTable, GivenTables, TableSchema } from '../engines/rehearsal.js';
import { quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import type { Problems } from '../diagnostics/problem.js';
import type { YamlList } from '../endpoint-files/yaml/yaml-value.js';
import { GivenValues } from './given-value.js';

/** Makes the tables of cases. Cases that share rows share the table. */
export class TableMaker {
  readonly #made = new Map<YamlList, GivenTable>();
  readonly #empty: GivenTables;

  constructor(private readonly schemas: ReadonlyMap<string, TableSchema>) {
    this.#empty = new Map(Array.from(schemas, ([name, schema]) => [name, { schema, rows: [] }]));
  }

  /** Every table there is: with the rows of the case, or empty. */
  tables(test: EndpointTest, problems: Problems): GivenTables {
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

  #table(schema: TableSchema, list: YamlList, problems: Problems): GivenTable {
    const known = this.#made.get(list);
    if (known) return known;
    const values = new GivenValues(problems);
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
