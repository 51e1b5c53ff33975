import { COLUMNS } from './calls.js';
import { type DataForm } from './data.js';
import { authored, SHAPES } from './shapes.js';
import { Chance } from '../hostile/chance.js';

/** A query of a caller's that may be run without the barrier, since nothing in it can fail. */
export interface PlainTry {
  readonly form: DataForm;
  readonly shape: string;
  readonly sql: string;
}

const TYPES = /^(?:ARRAY<)?(?:STRING|BOOL|INT64|FLOAT64|TIMESTAMP)>?$/;

/** The columns of types that are compared as they are. */
export const PLAIN_COLUMNS: readonly string[] = [
  'id',
  ...Object.entries(COLUMNS).flatMap(([name, type]) => (TYPES.test(type) ? [name] : [])),
];

/** An endpoint's query of the shape, with those columns alone. */
export function plain(shape: string): string {
  return authored(shape).replaceAll(/(?<!COUNT\()(e\.)?\*/g, (_, of: string | undefined = '') =>
    PLAIN_COLUMNS.map((name) => of + name).join(', '),
  );
}

/** Conditions of which nothing can fail; some of them hold for others' rows alone. */
export const CONDITIONS: readonly string[] = [
  ...[
    "s = 'zz'",
    "s != '1234'",
    "s < 'a'",
    "s >= '1'",
    "'zz' = s",
    "s IN ('zz', '', '[')",
    "s NOT IN ('1234')",
    's = text',
  ],
  ...[
    "s LIKE '%z%'",
    "s LIKE '1_3%'",
    "s NOT LIKE ''",
    "text LIKE '\\\\\\\\'",
    "s LIKE 'z\\\\%'",
    "s LIKE '%ß'",
    "json LIKE r'{\"a\\_%'",
  ],
  ...[
    "REGEXP_CONTAINS(s, '9+$')",
    "REGEXP_CONTAINS(text, r'^\\.|\\(')",
    "REGEXP_CONTAINS(s, '^(1|zz)')",
    "REGEXP_CONTAINS(s, r'\\Wz|\\d')",
  ],
  ...["STARTS_WITH(s, 'z')", "ENDS_WITH(text, '[')", 'STARTS_WITH(s, text)', "STARTS_WITH(s, '')"],
  ...[
    'i = 0',
    'i < 0',
    'i > 9223372036854775806',
    'i <= -9223372036854775807',
    'i BETWEEN 1 AND 2',
    'i IN (1, 33)',
    'i != 1',
  ],
  ...['i < 0.5', 'i = 1e300', 'i IN (1, 0.5)', 'i BETWEEN 0.5 AND 1e18', 'i < f', 'f = i', 'i > -1', 'i = id'],
  ...['f = f', 'f != f', 'f < 0', 'f >= 1e308', 'f IN (0.5, 1.5)', 'f NOT BETWEEN 0 AND 1', 'f > -1e308', 'f = 0x10'],
  ...[
    'b',
    'NOT b',
    'b = TRUE',
    'b IS NULL',
    'b IS NOT TRUE',
    'b IN (FALSE)',
    'b < TRUE',
    's IS NULL',
    'words IS NULL',
    'i IN (1, NULL)',
  ],
  ...[
    "ts > TIMESTAMP '2026-11-20'",
    "ts = '0001-01-01T00:00:00Z'",
    "ts BETWEEN '2026-11-20' AND '9999-12-31 23:59:59.999999'",
  ],
  ...['ts > CURRENT_TIMESTAMP()', 'ts > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 9999 DAY)', 'ts = ts'],
  ...[
    "TIMESTAMP_TRUNC(ts, DAY) = '2026-11-20'",
    "TIMESTAMP_TRUNC(ts, HOUR) < '0001-01-02'",
    'TIMESTAMP_TRUNC(ts, SECOND) = ts',
  ],
];

/**
 * Conditions that fail by themselves, whatever a row has: of no row if there is none. What is put in front of one of them must
 * not decide for rows of others whether it is come to.
 */
export const FAILING: readonly string[] = [
  ...["b'a' LIKE b'\\\\'", "b'a' NOT LIKE b'%\\\\'", "STARTS_WITH(b'a', b'')", "REGEXP_CONTAINS(s, '(')"],
  ...[
    "ts > '9999-12-31 23:59:59 America/New_York'",
    "ts < TIMESTAMP '0001-01-01 00:00:00 Asia/Tokyo'",
    '1 / 0 > 1',
    's LIKE ANY (s)',
  ],
  ...[
    "ERROR('x') IS NULL",
    "CAST('x' AS INT64) = 1",
    '9223372036854775807 + 1 = 1',
    '[1][OFFSET(1)] = 1',
    '-(-9223372036854775807 - 1) = 1',
  ],
];

const VALUES: readonly string[] = [
  ...[
    's',
    'text',
    'json',
    'i',
    'b',
    'ts',
    'day',
    's = text',
    'i < 0',
    "s LIKE '%z'",
    'TIMESTAMP_TRUNC(ts, DAY)',
    'TIMESTAMP_TRUNC(ts, MINUTE)',
  ],
];

const SUMMARIES: readonly string[] = [
  ...[
    'COUNT(*)',
    'COUNT(words)',
    'COUNTIF(i < 0)',
    'MIN(i)',
    'MAX(i)',
    'MIN(f)',
    'MAX(f)',
    'MIN(s)',
    'MAX(text)',
    'MIN(ts)',
    'MAX(ts)',
  ],
  ...['MIN(b)', 'MAX(TIMESTAMP_TRUNC(ts, HOUR))', 'COUNTIF(f != f)', 'MAX(id)', 'COUNT(1)', 'MAX(s = text)'],
];

/** Whole queries: the condition, a value and two summaries to choose where they stand. */
const FRAMES: readonly ((condition: string, value: string, summaries: readonly [string, string]) => string)[] = [
  (c) => `SELECT COUNT(*) AS n FROM q WHERE ${c}`,
  (c, v) => `SELECT id, ${v} AS v FROM q WHERE ${c} ORDER BY id LIMIT 5`,
  (c, v) => `SELECT id, ${v} AS v FROM q WHERE ${c} ORDER BY v DESC, id LIMIT 2 OFFSET 1`,
  (c) => `SELECT * FROM q WHERE ${c} ORDER BY id DESC LIMIT 3`,
  (c) => `SELECT id FROM q WHERE ${c} ORDER BY id LIMIT 9223372036854775807 OFFSET 9223372036854775807`,
  (c, v) => `SELECT DISTINCT ${v} AS v FROM q WHERE ${c} ORDER BY v`,
  (c, v, [x, y]) => `SELECT ${v} AS v, ${x} AS x, ${y} AS y FROM q WHERE ${c} GROUP BY v ORDER BY v`,
  (c, v, [x, y]) => `SELECT ${v} AS v, ${x} AS x FROM q GROUP BY v HAVING COUNTIF(${c}) > 1 OR ${y} IS NULL ORDER BY v`,
  (c, v, [x, y]) => `SELECT ${x} AS x, ${y} AS y, COUNTIF(${c}) AS n, MAX(${v}) AS v FROM q`,
  (c) => `SELECT w, COUNT(*) AS n FROM q, UNNEST(words) AS w WHERE ${c} GROUP BY w ORDER BY w`,
  (c) => `SELECT w, COUNT(*) AS n FROM q JOIN UNNEST(q.words) AS w WHERE (${c}) AND w LIKE '%3%' GROUP BY w ORDER BY w`,
  (c) =>
    `SELECT id, x, ${c} AS c FROM q LEFT JOIN UNNEST(numbers) AS x ON TRUE WHERE x IS NULL OR ${c} ORDER BY id, x LIMIT 7`,
];

/** Queries without end, over each shape of a filter in turn; the same seed makes the same ones. */
export function* plainTries(seed: number, forms: readonly DataForm[]): Generator<PlainTry, never> {
  const chance = new Chance(seed);
  for (;;) {
    for (const shape of Object.keys(SHAPES)) {
      const condition = conditionOf(chance);
      const frame = chance.pick(FRAMES);
      const sql = frame(condition, chance.pick(VALUES), [chance.pick(SUMMARIES), chance.pick(SUMMARIES)]);
      yield { form: chance.pick(forms), shape, sql };
    }
  }
}

function conditionOf(chance: Chance): string {
  const one = chance.oneIn(12) ? chance.pick(FAILING) : chance.pick(CONDITIONS);
  if (chance.oneIn(3)) return one;
  const other = chance.pick(CONDITIONS);
  return chance.oneIn(3) ? `(${other} OR NOT (${one}))` : `${other} AND ${one}`;
}
