import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { nullableArrayOf, singleArrayOf, type SqlType, STRING } from '../../../googlesql/types/types.js';
import { sqlTypeOf } from '../column-types.js';
import { duckDbType } from '../compiler/types/duckdb-types.js';
import { heldItems, singleColumns } from './record-columns.js';

const struct = (fields: Readonly<Record<string, SqlType>>): SqlType => ({
  kind: 'STRUCT',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
});

const INNER = struct({ y: STRING });
const RECORD = struct({ x: STRING, "it's": nullableArrayOf(INNER) });
/** A row with a record on both levels. */
const BOTH = `[{x: 'a', "it's": [{y: 'b'}]}]`;

describe('columns that hold records in place of arrays', () => {
  let connection: DuckDBConnection;

  beforeAll(async () => {
    connection = await (await DuckDBInstance.create()).connect();
  });

  const typesOf = async (sql: string) => {
    const result = await connection.run(sql);
    return result.columnTypes();
  };
  const columnOf = async (sql: string) => {
    const [found] = await typesOf(sql);
    return { name: 'a "b"', type: (found && sqlTypeOf(found)) ?? STRING };
  };
  const rows = (...values: readonly string[]) => `(SELECT unnest([${values.join(', ')}]) AS "a ""b""")`;

  it.each<[string, SqlType, readonly string[]]>([
    [
      'always on both levels',
      singleArrayOf(struct({ x: STRING, "it's": singleArrayOf(INNER, 'always') }), 'always'),
      [BOTH, `[{x: NULL, "it's": [{y: NULL}]}]`],
    ],
    [
      'within sometimes',
      singleArrayOf(struct({ x: STRING, "it's": singleArrayOf(INNER, 'sometimes') }), 'always'),
      [BOTH, `[{x: 'a', "it's": []}]`, `[{x: 'b', "it's": NULL}]`],
    ],
    [
      'without sometimes',
      singleArrayOf(struct({ x: STRING, "it's": singleArrayOf(INNER, 'always') }), 'sometimes'),
      [BOTH, 'NULL', '[]'],
    ],
    ['but not within, where one is NULL', singleArrayOf(RECORD, 'always'), [BOTH, `[{x: 'a', "it's": [NULL]}]`]],
    [
      'but not within, where there are two',
      singleArrayOf(RECORD, 'always'),
      [BOTH, `[{x: 'a', "it's": [{y: 'b'}, {y: 'c'}]}]`],
    ],
    [
      'not at all, where there are two',
      nullableArrayOf(RECORD),
      [BOTH, `[{x: 'a', "it's": NULL}, {x: 'b', "it's": NULL}]`],
    ],
    ['not at all, where one is NULL', nullableArrayOf(RECORD), [BOTH, '[NULL]']],
    ['in a record that may be NULL', struct({ r: singleArrayOf(INNER, 'always') }), [`{r: [{y: 'b'}]}`, 'NULL']],
    [
      'in a record, sometimes',
      struct({ r: singleArrayOf(INNER, 'sometimes') }),
      [`{r: [{y: 'b'}]}`, '{r: []}', 'NULL'],
    ],
    [
      'sometimes, whatever a field is called',
      singleArrayOf(struct({ There: STRING }), 'sometimes'),
      [`[{There: 'a'}]`, '[]'],
    ],
    ['not for scalars', nullableArrayOf(STRING), [`['a']`, `['b']`]],
  ])('are found %s, and written so', async (_, type, values) => {
    const column = await columnOf(`FROM ${rows(...values)}`);
    const single = await singleColumns(connection, rows(...values), [column]);
    expect(single).toEqual([{ ...column, type }]);
    const found = await typesOf(`SELECT ${heldItems(single)} FROM ${rows(...values)}`);
    const expected = await typesOf(`SELECT CAST(NULL AS ${duckDbType(type)})`);
    expect(found.map(String)).toEqual(expected.map(String));
  });

  it('are not looked for where there are no rows', async () => {
    const column = await columnOf(`FROM ${rows('[{x: 1}]')}`);
    expect(await singleColumns(connection, `(FROM ${rows('[{x: 1}]')} WHERE false)`, [column])).toEqual([column]);
  });
});
