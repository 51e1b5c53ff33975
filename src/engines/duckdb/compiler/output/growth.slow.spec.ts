import { refuseTwins } from '../../../../googlesql/resolver/names/join-columns.js';
import { CompileBudget } from '../compile-budget.js';
import { parse } from '../../../../googlesql/grammar/parse.js';
import { type Table } from '../names/tables.js';
import { compileSandbox, compileSandboxSql } from '../sandbox/sandbox.js';
import { lambdaName } from '../expressions/struct-value.js';
import { arrayOf, DATE, INT64, STRING } from '../../../../googlesql/types/types.js';
import { joinSql, lambdaSql, nameSql, printed } from '../sql-tree/sql.js';

const TABLES: ReadonlyMap<string, Table> = new Map([
  [
    't',
    {
      sql: 'data.t',
      columns: [
        { name: 'x', type: INT64, output: 'x' },
        { name: 'd', type: DATE, output: 'd' },
        {
          name: 'logs',
          type: arrayOf({
            kind: 'STRUCT',
            fields: Array.from({ length: 30 }, (_, index) => ({ name: `field${index}`, type: STRING })),
          }),
          output: 'logs',
        },
      ],
    },
  ],
]);

const SANDBOX = compileSandbox(
  { sql: 'WITH t AS (SELECT x, d, logs FROM t) SELECT x FROM t', parameters: [], maxRows: 10 },
  TABLES,
);

function each(count: number, make: (index: number) => string, between = ', '): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(between);
}

const wide = (count: number) => `SELECT ${each(count, (index) => `${index} AS a${index}`)}`;

/** As many of these as a text may have once took seconds. */
const TEXTS: readonly (readonly [what: string, most: number, make: (count: number) => string])[] = [
  [
    'values without a common type',
    1600,
    (count) => `SELECT [${each(count, () => 'd')}, ${each(count, () => "'2026-01-01'")}, 'x'] FROM t`,
  ],
  [
    'fields of one name',
    2000,
    (count) => `SELECT s = s FROM (SELECT STRUCT(${each(count, () => 'x AS a')}) AS s FROM t)`,
  ],
  [
    'fields that are compared',
    2000,
    (count) => `SELECT s = s FROM (SELECT STRUCT(${each(count, (index) => `x AS a${index}`)}) AS s FROM t)`,
  ],
  [
    'keys of ORDER BY behind brackets',
    800,
    (count) =>
      `(SELECT ${each(count, (index) => `x AS a${index}`)} FROM t) ORDER BY ${each(count, (index) => `a${index} + 1`)}`,
  ],
  ['a long word', 64_000, (count) => `SELECT '${'a'.repeat(count)}' AS x`],
  ['a long number', 64_000, (count) => `SELECT 'a_${'1'.repeat(count)}x' AS x`],
  ['a long word of numbers', 21_000, (count) => `SELECT '${'a_1'.repeat(count)}' AS x`],
  ['conditions that belong to no join', 3000, (count) => `SELECT 1 FROM t ${each(count, () => 'ON', ' ')}`],
  [
    'columns that are dropped',
    1600,
    (count) => `${wide(count)} |> DROP ${each(count - 1, (index) => `a${index}`)} |> AGGREGATE COUNT(*)`,
  ],
];

/** Eight times as many: sixty-four times the time where it goes with the square. */
const TIMES = 8;
const MAX_TIMES = 20;

function compiled(sql: string): string {
  if ('message' in SANDBOX) throw new Error(SANDBOX.message);
  const made = compileSandboxSql(SANDBOX, sql, 10);
  return 'message' in made ? made.message : 'compiled';
}

/** Processor time of this process, whatever else the machine does; the least of several, since some of them collect garbage. */
function leastCpuMs(work: (round: number) => void): number {
  const times = Array.from({ length: 5 }, (_, round) => {
    const before = process.cpuUsage();
    work(round);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** Another text each time: the tree of the latest is kept. */
const compiling = (sql: string) => (round: number) => {
  compiled(`${sql} ${' '.repeat(round)}`);
};

describe('the compiler, for callers’ SQL', () => {
  it.each(TEXTS)('takes as much longer as there is more: %s', (_, most, make) => {
    expect(compiled(make(most / TIMES))).not.toContain('too much');
    const few = leastCpuMs(compiling(make(most / TIMES)));
    expect(leastCpuMs(compiling(make(most))) / few).toBeLessThan(MAX_TIMES);
  });

  it('finds a name for a lambda at one look, whatever a text is full of', () => {
    const finding = (count: number) => () => {
      for (let time = 0; time < 10; time += 1)
        lambdaName(joinSql(Array.from({ length: count }, (_, index) => lambdaSql(`v${index}`))));
    };
    leastCpuMs(finding(1000));
    expect(leastCpuMs(finding(1000 * TIMES)) / leastCpuMs(finding(1000))).toBeLessThan(MAX_TIMES);
    expect(printed(lambdaName(joinSql([lambdaSql('v0'), nameSql('v1'), lambdaSql('v3')])))).toBe('v2');
  });

  it('looks once at each of many FROM items for two of one name', () => {
    const node = parse('SELECT 1');
    const looking = (count: number) => () => {
      const variables = Array.from({ length: count }, (_, index) => ({ name: `v${index}`, columns: [] }));
      refuseTwins(variables, node);
      expect(() => {
        refuseTwins([...variables, { name: 'V0', columns: [] }], node);
      }).toThrow('two FROM items are named "V0"');
    };
    leastCpuMs(looking(1000));
    expect(leastCpuMs(looking(1000 * TIMES)) / leastCpuMs(looking(1000))).toBeLessThan(MAX_TIMES);
  });

  it('refuses what a few operators make of a wide row before it has made it', () => {
    const operators = each(60, (index) => `|> RENAME a${index} AS b${index}`, ' ');
    const spend = jest.spyOn(CompileBudget.prototype, 'spend');
    expect(compiled(`${wide(2000)} ${operators} |> AGGREGATE COUNT(*)`)).toContain('too much is called');
    const begun = spend.mock.calls.filter(([node]) => node.text === 'RENAME').length;
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(60);
  });

  it('says no more of thousands of types than one can read', () => {
    expect(compiled(`SELECT 1 FROM t WHERE 1 IN (${each(4000, () => 'logs')})`).length).toBeLessThan(2100);
  });
});
