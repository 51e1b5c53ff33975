import { DUCKDB_TYPES } from '../../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { CATALOGUE } from '../../../src/googlesql/functions/catalogue.js';

/** The columns of the table that callers' SQL is tried over, by their types. */
export const COLUMNS = {
  s: 'STRING',
  text: 'STRING',
  day: 'STRING',
  json: 'STRING',
  i: 'INT64',
  f: 'FLOAT64',
  n: 'NUMERIC',
  b: 'BOOL',
  y: 'BYTES',
  d: 'DATE',
  dt: 'DATETIME',
  t: 'TIME',
  ts: 'TIMESTAMP',
  words: 'ARRAY<STRING>',
  numbers: 'ARRAY<INT64>',
} as const;

const NAMES = Object.keys(COLUMNS);

/** One column of each type: where a function takes it, the others of that type are tried as well. */
const FIRST_OF_TYPE = NAMES.filter(
  (name, index) => NAMES.findIndex((other) => columnType(other) === columnType(name)) === index,
);

const LITERALS = [
  ...[
    '1',
    '0.5',
    "NUMERIC '2.5'",
    "'1'",
    "'%Y-%m-%d'",
    "'$.a'",
    "'%d'",
    "'[0-9]+'",
    "b'12'",
    'TRUE',
    '[1, 2]',
    "['a']",
  ],
  ...["DATE '2026-11-20'", "TIME '10:00:00'", "DATETIME '2026-11-20 10:00:00'", "TIMESTAMP '2026-11-20 10:00:00Z'"],
  ...['DAY', 'HOUR', 'ISOWEEK', 'INTERVAL i DAY', 'INTERVAL 1 HOUR', 'INTERVAL i SECOND', 'JSON \'{"a":1}\''],
];

function columnType(name: string): string {
  return COLUMNS[name as keyof typeof COLUMNS];
}

/** Whether the compiler takes a query over the table. */
export type Accepts = (expression: string) => boolean;

/** Expressions that call no function by its name. */
const OPERATORS: readonly string[] = [
  ...['-i', 'i + i', 'i - i', 'i * i', 'i / i', 'f / f', 'n / n', 'n * n', 'n + n', 'f * f', 'f + f', 'f - f', 'i / f'],
  ...[
    'd + i',
    'd - i',
    'ts + INTERVAL i DAY',
    'dt - INTERVAL i HOUR',
    'd + INTERVAL i MONTH',
    'ts - INTERVAL i SECOND',
  ],
  ...['words[OFFSET(i)]', 'words[ORDINAL(i)]', 'words[i]', 'numbers[OFFSET(i)]', 'numbers[i]', 'words[OFFSET(0)]'],
  ...[
    's LIKE text',
    's LIKE ANY (text, day)',
    's LIKE ANY UNNEST(words)',
    's LIKE ALL UNNEST([text])',
    's NOT LIKE json',
  ],
  ...[
    'y LIKE y',
    's || text',
    'i BETWEEN i * i AND i',
    'i IN (i * i, 1)',
    'i IN UNNEST([i * i])',
    'i IN UNNEST(numbers)',
  ],
  ...[
    'CASE WHEN i < 0 THEN 1 / 0 ELSE 1 END',
    'IF(i < 0, 1 / (i - i), 1)',
    'COALESCE(1 / (i - 1), 1)',
    'NULLIF(i * i, 1)',
  ],
  ...['(SELECT AS STRUCT i * i AS a).a', '[i * i]', '[1, 2][OFFSET(i)]', '(SELECT x * i FROM UNNEST([i]) AS x)'],
  ...[
    '(SELECT x FROM UNNEST(numbers) AS x)',
    'ARRAY(SELECT x * x FROM UNNEST(numbers) AS x)',
    'd < ts',
    'dt > d',
    'i < f',
  ],
  ...[
    '(SELECT SUM(x) FROM UNNEST(numbers) AS x)',
    '(SELECT STRING_AGG(x, s) FROM UNNEST(words) AS x)',
    'PARSE_JSON(json).a',
  ],
  ...[
    'ARRAY(SELECT CAST(x AS INT64) FROM UNNEST(words) AS x)',
    'ARRAY(SELECT CAST(x AS INT64) FROM UNNEST([s]) AS x)',
    'ARRAY(SELECT CAST(x AS DATE) FROM UNNEST([day]) AS x)',
    'ARRAY(SELECT x * x > 0 FROM UNNEST(numbers) AS x)',
  ],
  ...['CAST((s, i) AS STRUCT<INT64, STRING>)', '[STRUCT(i * i AS a)][OFFSET(0)].a', 'GENERATE_ARRAY(1, i)[OFFSET(0)]'],
  ...[
    'generate_array(1, if(i < 0, 100000000, 1))',
    'TO_JSON_STRING(words)[OFFSET(0)]',
    'EXTRACT(YEAR FROM ts AT TIME ZONE s)',
  ],
  ...["CAST(d AS STRING FORMAT 'YYYY')", "CAST(s AS DATE FORMAT 'YYYY')", "CAST(day AS DATE FORMAT 'YYYY-MM-DD')"],
  ...[
    "CAST(i AS STRING FORMAT '999')",
    "CAST(s AS INT64 FORMAT '9999')",
    "CAST(s AS BYTES FORMAT 'HEX')",
    "CAST(y AS STRING FORMAT 'UTF-8')",
  ],
  ...[
    'EXTRACT(ISOWEEK FROM d)',
    'EXTRACT(DAY FROM dt)',
    'EXTRACT(DATE FROM ts)',
    'EXTRACT(HOUR FROM t)',
    'EXTRACT(WEEK FROM ts)',
  ],
];

/** Expressions over the columns: each operator, each CAST, and each function of the catalogue with arguments that it takes. */
export function* expressions(accepts: Accepts, wanted: (index: number) => boolean = () => true): Generator<string> {
  for (const operator of OPERATORS) if (accepts(operator)) yield operator;
  for (const column of NAMES) {
    for (const type of Object.keys(DUCKDB_TYPES)) {
      const cast = `CAST(${column} AS ${type})`;
      if (accepts(cast)) yield cast;
    }
  }
  let index = 0;
  for (const { name, kind, isElsewhere } of CATALOGUE.values()) {
    // A window function takes the value of another row: it is a place for expressions, not one of them.
    if (kind === 'window' || isElsewhere) continue;
    index += 1;
    if (wanted(index)) yield* callsOf(name, accepts);
  }
}

/** Calls of one function, of up to three arguments. */
export function* callsOf(name: string, accepts: Accepts): Generator<string> {
  const call = callForm(name);
  if (accepts(call([]))) yield call([]);
  const candidates = [...FIRST_OF_TYPE, ...LITERALS];
  const found: string[][] = [];
  for (const first of candidates) {
    if (accepts(call([first]))) found.push([first]);
    // A literal stands first as a format, a dividend or a text to search.
    for (const second of isColumn(first) ? candidates : secondsBehind(first)) {
      if (accepts(call([first, second]))) found.push([first, second]);
    }
  }
  // A third argument is tried where two are taken, and for the functions that take three at the least.
  const pairs = found.filter(({ length }) => length === 2);
  const starts =
    pairs.length > 0 ? pairs.slice(0, 12) : FIRST_OF_TYPE.flatMap((first) => STARTS.map((next) => [first, next]));
  for (const start of starts) {
    for (const third of THIRDS) if (accepts(call([...start, third]))) found.push([...start, third]);
  }
  for (const args of found) for (const widened of withOthersOfType(args)) yield call(widened);
}

/** Second arguments behind a literal; there are more behind a text or JSON, which may be a format. */
function secondsBehind(literal: string): readonly string[] {
  const some = ['s', 'i', 'f', 'day'];
  return /^(?:'|JSON)/.test(literal) ? [...some, 'n', 'd', 'dt', 't', 'ts', "'$.a'"] : some;
}

const STARTS = ['s', 'i', '1', "'1'", 'DAY', 'd', 'ts'];
const THIRDS = ['s', 'i', '1', "'1'", 'DAY', 'HOUR', 'f', 'text', '[1, 2]'];

/** Lists of arguments, with each column of the first one's type in its place. */
function withOthersOfType(args: readonly string[]): readonly (readonly string[])[] {
  const [first = '', ...others] = args;
  if (!isColumn(first)) return [args];
  return NAMES.filter((name) => columnType(name) === columnType(first)).map((name) => [name, ...others]);
}

function isColumn(argument: string): boolean {
  return NAMES.includes(argument);
}

/** Aggregate functions are tried over the elements of one row, so that each row has a value of its own. */
function callForm(name: string): (args: readonly string[]) => string {
  if (CATALOGUE.get(name)?.kind === 'aggregate')
    return (args) => `(SELECT ${name}(${args.join(', ')}) FROM UNNEST([1, 2]) AS one)`;
  return (args) => `${name}(${args.join(', ')})`;
}
