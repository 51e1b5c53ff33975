/** What a hostile caller sends, again and again; `turn` makes each another one. */
export interface Kind {
  readonly id: string;
  readonly title: string;
  /** How many of them each of four callers has under way. */
  readonly atOnce: number;
  readonly path: string;
  readonly sql?: (turn: number) => string;
  /** Values of its parameters, where it is no SELECT of its own. */
  readonly values?: (turn: number) => object;
  /** It reads nothing of the answer, or sends no more than the first byte of its body. */
  readonly stops?: 'reading' | 'writing';
  /** Whether it is for the memory that it takes, and not for how long others wait: it may hold every connection of the engine. */
  readonly isForMemory?: true;
}

function each(count: number, make: (index: number) => string, between = ', '): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(between);
}

const joins = (turn: number) =>
  `SELECT COUNTIF(MOD(a.n * b.n + c.n, 7) = 3) AS n FROM numbers AS a, numbers AS b, numbers AS c WHERE a.n > ${turn}`;

const OWN = { path: 'own', atOnce: 1 };

export const KINDS: readonly Kind[] = [
  {
    ...OWN,
    id: 'compile',
    title: 'texts that take long to compile',
    sql: (turn) =>
      `SELECT ${each(1500, (index) => `${turn} AS a${index}`)} ${each(60, (index) => `|> ORDER BY a${index}`, ' ')} |> AGGREGATE COUNT(*)`,
  },
  { ...OWN, id: 'joins', title: 'cross joins', sql: joins },
  {
    ...OWN,
    id: 'memory',
    title: 'memory hogs',
    sql: (turn) =>
      `SELECT SUM(ARRAY_LENGTH(GENERATE_ARRAY(1, 4000000 + i))) AS n FROM UNNEST(GENERATE_ARRAY(1, ${2048 + turn})) AS i`,
  },
  {
    ...OWN,
    id: 'patterns',
    title: 'expensive regular expressions',
    sql: (turn) =>
      `SELECT MAX(LENGTH(REGEXP_EXTRACT(REPEAT('ab', 5000 + i), '((?:a|b)*a(?:a|b){200})'))) AS n FROM UNNEST(GENERATE_ARRAY(1, ${2048 + turn})) AS i`,
  },
  {
    ...OWN,
    id: 'large',
    title: 'answers of 14 MB',
    sql: (turn) => `SELECT n, REPEAT('x', 1400) AS text FROM numbers WHERE n > ${turn} LIMIT 9900`,
  },
  { id: 'exports', title: 'answers of 60 MB', path: 'export', atOnce: 4, isForMemory: true, values: (n) => ({ n }) },
  { ...OWN, id: 'refused', title: 'refused SQL of 60 KB', sql: (turn) => `select ${'é '.repeat(20_000)} ${turn}` },
  { ...OWN, id: 'queue', title: 'as many calls as a key may have', atOnce: 15, sql: joins },
  { id: 'unread', title: 'answers of 8 MB that are not read', path: 'large', atOnce: 5, stops: 'reading' },
  { id: 'unsent', title: 'bodies that are not sent', path: 'own', atOnce: 25, stops: 'writing' },
];
