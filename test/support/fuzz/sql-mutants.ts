import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chance } from '../hostile/chance.js';
import { POSITIONS } from '../sandbox/corpus.js';

const FOLDERS = ['src', 'test', 'bench', 'docs', 'endpoints'];
/** Texts in quotes or backticks that begin like a query, queries of endpoint files, and blocks of SQL. */
const QUERIES = [
  /(['"`])(\(*\s*(?:SELECT|WITH|FROM)\b(?:\\.|(?!\1)[^])*?)\1/g,
  /()query: \|\n((?: +.*\n|\n)+)/g,
  /()```sql\n([^]*?)```/g,
];
const LONGEST = 1500;

/** GoogleSQL, and what looks like it, from all over the repository. */
export function sqlCorpus(): readonly string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ).filter((path) => /\.(?:ts|ya?ml|md|sql)$/.test(path));
  const texts = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return QUERIES.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, , query = '']) => query));
  });
  return [...new Set(texts.filter(({ length }) => length < LONGEST).map((text) => text.replace(/\\(['"`])/g, '$1')))];
}

/** Words of every statement that the parser knows, most of which are none that may be run here. */
const KEYWORDS = `
  SELECT FROM WHERE GROUP BY HAVING QUALIFY WINDOW ORDER LIMIT OFFSET UNION ALL DISTINCT INTERSECT EXCEPT REPLACE WITH RECURSIVE AS
  ON USING JOIN LEFT RIGHT FULL INNER OUTER CROSS NATURAL LATERAL UNNEST PIVOT UNPIVOT TABLESAMPLE SYSTEM PERCENT FOR SYSTEM_TIME OF
  STRUCT ARRAY CAST SAFE_CAST EXTRACT IF CASE WHEN THEN ELSE END AND OR NOT IN LIKE BETWEEN IS NULL TRUE FALSE EXISTS ANY SOME
  INTERVAL DAY DATE TIMESTAMP TIME DATETIME NUMERIC JSON OVER PARTITION ROWS RANGE UNBOUNDED PRECEDING FOLLOWING CURRENT ROW IGNORE
  RESPECT NULLS FIRST LAST ASC DESC AT ZONE FORMAT VALUE CORRESPONDING MAX MIN AGGREGATE EXTEND RENAME ROLLUP CUBE GROUPING SETS ASSERT
  CREATE TABLE VIEW DROP ALTER INSERT INTO VALUES UPDATE SET DELETE MERGE TRUNCATE DECLARE BEGIN EXCEPTION TRANSACTION COMMIT ROLLBACK
  LOOP WHILE DO REPEAT UNTIL LEAVE BREAK CONTINUE ITERATE RETURN CALL EXECUTE IMMEDIATE EXPORT DATA OPTIONS LOAD GRANT REVOKE TO
  FUNCTION PROCEDURE MODEL TRANSFORM SCHEMA CAPACITY RESERVATION ASSIGNMENT SEARCH VECTOR INDEX SNAPSHOT CLONE MATERIALIZED EXTERNAL
  TEMP CONSTRAINT PRIMARY KEY FOREIGN REFERENCES ENFORCED COLUMN ADD DEFAULT COLLATE CLUSTER RETURNS LANGUAGE JS REMOTE CONNECTION
  DETERMINISTIC ELSEIF RAISE MESSAGE ACCESS POLICY FILTER ORGANIZATION PROJECT UNDROP MATCHED SOURCE TARGET SECURITY
  DIFFERENTIAL_PRIVACY AGGREGATION_THRESHOLD`
  .trim()
  .split(/\s+/);

const SYMBOLS = [
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '.',
    ',',
    ';',
    '+',
    '-',
    '*',
    '/',
    '|',
    '||',
    '|>',
    '=',
    '!=',
    '<>',
    '<=',
  ],
  ...['>=', '<<', '>>', '=>', '?', ':', '::', '::text', '~', '^', '&', '!', '%', '$', '\\', '@p', '@@x', '@', '@`x`'],
  ...['#x\n', '--x\n', '/**/', '/*', '`a`', '``', '`', "'a'", "'", "''", '""', '"""a"""', "r'\\'", 'b"x"', "'''"],
  ...[
    '1',
    '1.5',
    '.5',
    '1.',
    '1e',
    '0x1F',
    'a',
    'b.c',
    'a-b',
    '_',
    'é',
    '😀',
    '\ud800',
    '\u00a0',
    '\u2028',
    '\r\n',
    '\r',
    '{{x}}',
  ],
];

/** As far as mutations need it: what it splits makes the same text again. */
const PIECES =
  /\s+|'''[^]*?'''|"""[^]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`[^`]*`|--.*|#.*|\/\*[^]*?\*\/|[\p{L}\p{N}_]+|\|>|[^]/gu;

const MAX_CHARACTERS = 20_000;

/** Queries that callers may run over `AUTHORED`: of the corpus, hardly any text can be compiled. */
const CALLERS = POSITIONS.map((query) => piecesOf(query.replace(/\bT\b/g, 'hits').replace(/\bword\b/g, 'path')));
const CALLERS_ONE_IN = 3;

/** Makes texts that are nearly GoogleSQL, the same ones for the same seed. */
export class SqlMutants {
  private readonly chance: Chance;
  private readonly corpus: readonly (readonly string[])[];

  constructor(seed: number, corpus: readonly string[]) {
    this.chance = new Chance(seed);
    this.corpus = corpus.map((text) => piecesOf(text));
  }

  next(): string {
    const { chance } = this;
    if (chance.oneIn(40)) return this.soup();
    const isCallers = chance.oneIn(CALLERS_ONE_IN);
    let pieces = [...chance.pick(isCallers ? CALLERS : this.corpus)];
    for (let times = chance.below(isCallers ? 2 : 4); times >= 0; times -= 1) pieces = this.mutated(pieces);
    return pieces.join('').slice(0, MAX_CHARACTERS);
  }

  private soup(): string {
    const { chance } = this;
    return Array.from({ length: chance.below(12) + 1 }, () => this.word()).join(chance.pick([' ', ' ', '\n', '']));
  }

  private word(): string {
    return this.chance.oneIn(3) ? this.chance.pick(SYMBOLS) : this.chance.pick(KEYWORDS);
  }

  private mutated(pieces: string[]): string[] {
    const { chance } = this;
    if (pieces.length === 0) return [this.word()];
    const at = chance.below(pieces.length + 1);
    const other = chance.below(pieces.length + 1);
    const gap = chance.pick([' ', ' ', '']);
    switch (chance.below(11)) {
      case 0:
        return pieces.toSpliced(at, chance.below(3) + 1);
      case 1:
        return pieces.toSpliced(at, 0, pieces[at] ?? '', gap, pieces[other] ?? '');
      case 2:
        return pieces.with(Math.min(at, pieces.length - 1), pieces[other] ?? '').toSpliced(other, 1, pieces[at] ?? '');
      case 3:
        return pieces.slice(0, at);
      case 4:
        return pieces.slice(at);
      case 5:
        return pieces.toSpliced(at, chance.below(2), gap, chance.pick(KEYWORDS), gap);
      case 6:
        return pieces.toSpliced(at, chance.below(2), chance.pick(SYMBOLS));
      case 7:
        return this.spliced(pieces, at);
      case 8:
        return pieces.toSpliced(at, 0, chance.pick([' SELECT 1 x ', '; ', ' ']), this.word(), ' ', this.word());
      case 9:
        return this.nested(pieces, Math.min(at, other), Math.max(at, other));
      default:
        return pieces.toSpliced(
          at,
          0,
          ...Array<string>(chance.below(30))
            .fill(this.word())
            .flatMap((word) => [gap, word]),
        );
    }
  }

  /** With a piece of another text. */
  private spliced(pieces: string[], at: number): string[] {
    const donor = this.chance.pick(this.corpus);
    const from = this.chance.below(donor.length + 1);
    const piece = donor.slice(from, from + this.chance.below(7) + 1);
    return pieces.toSpliced(at, this.chance.below(3), ' ', ...piece, ' ');
  }

  /** A part of it within brackets within brackets, nearly as deep as is allowed or deeper. */
  private nested(pieces: string[], from: number, to: number): string[] {
    const { chance } = this;
    const [open, close] = chance.pick(NESTINGS);
    const levels = chance.oneIn(4) ? chance.below(300) : chance.below(6);
    const isEven = !chance.oneIn(5);
    return [
      ...pieces.slice(0, from),
      open.repeat(levels),
      ...pieces.slice(from, to),
      isEven ? close.repeat(levels) : '',
      ...pieces.slice(to),
    ];
  }
}

const NESTINGS: readonly (readonly [open: string, close: string])[] = [
  ['(', ')'],
  ['f(', ')'],
  ['(SELECT ', ')'],
  ['(SELECT x FROM ', ')'],
  ['EXISTS (SELECT 1 FROM t WHERE ', ')'],
  ['CASE WHEN ', ' THEN 1 END'],
  ['CASE x WHEN 1 THEN ', ' END'],
  ['IF(a, ', ', b)'],
  ['[', ']'],
  ['a[', ']'],
  ['NOT ', ''],
  ['- ', ''],
  ['x + ', ''],
  ['a AND ', ''],
  ['a.', ''],
  ['INTERVAL ', ' DAY'],
  ['CAST(x AS ARRAY<', '>)'],
  ['STRUCT<a ARRAY<', '>>'],
  ['STRUCT(', ' AS a)'],
  ['WITH q AS (', ') SELECT 1'],
  ['SELECT 1 UNION ALL ', ''],
  ['t JOIN ', ' USING (x)'],
  ['|> WHERE ', ''],
  ['x -> ', ''],
  ['a BETWEEN b AND ', ''],
  ['x IN (', ')'],
  ['x OVER (ORDER BY ', ')'],
];

/** Every text that a query can be cut off to. */
export function cutOff(text: string): readonly string[] {
  const pieces = piecesOf(text);
  return pieces.map((_, index) => pieces.slice(0, index).join(''));
}

function piecesOf(text: string): readonly string[] {
  return text.match(PIECES) ?? [];
}
