import { sqlCorpus } from '../../../../test/support/fuzz/sql-mutants.js';
import { arrayOf, type SqlType, singleArrayOf } from '../../../googlesql/types/types.js';
import { compile } from './compile.js';
import { CompileBudget } from './compile-budget.js';
import { type Table } from './names/tables.js';

const RECORD: SqlType = {
  kind: 'STRUCT',
  fields: [
    { name: 'level', type: { kind: 'STRING' } },
    { name: 'nodes', type: arrayOf({ kind: 'INT64' }) },
  ],
};
const kinds = (kind: 'INT64' | 'STRING' | 'TIMESTAMP' | 'DATE', ...names: readonly string[]) =>
  names.map((name) => ({ name, type: { kind }, output: name }));
const TABLE: Table = {
  sql: '"t"',
  columns: [
    ...kinds('INT64', 'i', 'n', 'id', 'k', 'x'),
    ...kinds('STRING', 's', 'g', 'a', 'b', 'project', 'event_message'),
    ...[...kinds('TIMESTAMP', 'ts', 'timestamp'), ...kinds('DATE', 'd')],
    { name: 'r', type: RECORD, output: 'r' },
    { name: 'l', type: arrayOf({ kind: 'INT64' }), output: 'l' },
    { name: 'metadata', type: singleArrayOf(RECORD, 'sometimes'), output: 'metadata' },
  ],
};

/** The same table under every name. */
class AnyTable extends Map<string, Table> {
  override get(): Table {
    return TABLE;
  }
}

const TEXTS = [
  ...sqlCorpus(),
  "SELECT SAFE.REGEXP_CONTAINS(s, '('), SAFE.TIMESTAMP_ADD(ts, INTERVAL i DAY), SAFE.SUBSTR(s, (r.nodes)[0]) FROM t",
  'SELECT GROUPING((i)), GROUPING(i + 1) FROM t GROUP BY GROUPING SETS (i, (i) + 1)',
  'SELECT i FROM t WHERE EXISTS (SELECT 1 FROM UNNEST(l)) AND EXISTS (SELECT m.level, 1 + 1 FROM UNNEST(metadata) AS m)',
  "SELECT IF(r.level = 'a', (SELECT 1 / MAX(i) FROM u), LENGTH(r.level)) FROM t GROUP BY r.level",
  'SELECT nope, (SELECT nada FROM t) FROM t WHERE zilch = 1',
];

describe('the compiler', () => {
  const spend = jest.spyOn(CompileBudget.prototype, 'spend');

  afterAll(() => {
    spend.mockRestore();
  });

  it('compiles each expression once', () => {
    const found = TEXTS.map((sql) => {
      spend.mockClear();
      const compiled = compile({ sql, parameters: [], maxRows: 10 }, new AnyTable());
      const nodes = spend.mock.calls.map(([node]) => node);
      const again = nodes.filter((node, index) => index !== nodes.indexOf(node));
      return { sql, again: again.map(({ text }) => text), isFine: 'sql' in compiled };
    });
    expect(found.filter(({ again }) => again.length > 0)).toEqual([]);
    expect(found.filter(({ isFine }) => isFine).length).toBeGreaterThan(1000);
  });
});
