import { readTokens, type SqlToken } from '../../../tokens/sql-tokens.js';
import { advance, byPlace, TEXT_START, type TextPosition } from '../../../tokens/text-position.js';
import { bracketedQueries } from './bracketed-queries.js';
import { castZones } from './cast-zones.js';
import { chainedConditions } from './chained-conditions.js';
import { escapedNames } from './escaped-names.js';
import { groupingSets } from './grouping-sets.js';
import { hexadecimalIntegers } from './hexadecimal-integers.js';
import { keysAlone } from './keys-alone.js';
import { lastOperands } from './last-operands.js';
import { pipeAsserts } from './pipe-asserts.js';
import { pivotInputs } from './pivot-inputs.js';
import { prefixedStrings } from './prefixed-strings.js';
import { type TokenEdit, type Insertion, type Repair, type WorkaroundRule } from './rule.js';
import { setOperationModes } from './set-operation-modes.js';
import { sideFunctions } from './side-functions.js';
import { starClauses } from './star-clauses.js';

/** By the tokens at which they begin: a keyword or a symbol, or a kind of token. */
const RULES: ReadonlyMap<string, readonly WorkaroundRule[]> = new Map<string, readonly WorkaroundRule[]>([
  ['string', [prefixedStrings]],
  ['quoted name', [escapedNames]],
  ['hexadecimal', [hexadecimalIntegers]],
  ['*', [starClauses]],
  ['(', [bracketedQueries]],
  ['ASSERT', [pipeAsserts]],
  ['AT', [castZones]],
  ['FOR', [pivotInputs]],
  ['FROM', [bracketedQueries]],
  ['GROUP', [keysAlone]],
  ['GROUPING', [groupingSets]],
  ['LEFT', [sideFunctions, setOperationModes]],
  ['RIGHT', [sideFunctions]],
  ...['ON', 'USING'].map((word) => [word, [chainedConditions]] as const),
  ...['FULL', 'INNER', 'OUTER'].map((word) => [word, [setOperationModes]] as const),
  ...['UNION', 'INTERSECT', 'EXCEPT'].map((word) => [word, [lastOperands]] as const),
]);

/** Where the author wrote what the parser reads elsewhere, and what was written if it is something else. */
export interface Origin extends TextPosition {
  readonly literal?: string | undefined;
}

/** A query as the parser is to read it, and what is to be done to its tree, by places in the text. */
export interface Rewritten {
  readonly text: string;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly repairs: ReadonlyMap<string, Repair>;
  /** Where something begins that the author did not write. */
  readonly insertions: ReadonlyMap<string, Insertion>;
  /** What begins where, in the order of the text: the author's tokens, and what is there in front or instead of one. */
  readonly starts: readonly Start[];
}

interface Start extends TextPosition {
  readonly token: SqlToken;
  /** The author's own text goes on from here. */
  readonly isAuthors: boolean;
}

const NOTHING: Omit<Rewritten, 'text'> = { origins: new Map(), repairs: new Map(), insertions: new Map(), starts: [] };

/** Where the author wrote what the parser reads at a place, which may be in the middle of a token; lines stay what they are. */
export function originOf({ line, column }: TextPosition, { starts }: Rewritten): Origin {
  const start = starts.findLast((each) => byPlace(each, { line, column }) <= 0);
  if (start?.line !== line) return { line, column };
  const { token, isAuthors } = start;
  if (isAuthors) return { line, column: token.column + column - start.column };
  return { line, column: token.column, literal: token.text };
}

/**
 * The text of a query without its comments, with whatever the parser does not take put in another way.
 *
 * The parser needs no comments, and does not end all of them where GoogleSQL does.
 */
export function rewrite(sql: string, all: readonly SqlToken[]): Rewritten {
  const tokens = all.filter(({ kind }) => kind !== 'comment');
  const found = tokens.flatMap((token, index) => rulesAt(token).flatMap((rule) => rule(tokens, index) ?? []));
  if (found.length === 0 && tokens.length === all.length) return { text: sql, ...NOTHING };
  const edits = new Map(found.flatMap((each) => each.edits).map((edit) => [tokens[edit.token], edit]));
  const repairs = new Map(found.flatMap(({ repair }) => (repair ? [[tokens[repair.token], repair]] : [])));
  return written(sql, all, edits, repairs);
}

function rulesAt({ kind, text }: SqlToken): readonly WorkaroundRule[] {
  const isHexadecimal = kind === 'word' && /^0x/i.test(text);
  const start = isHexadecimal ? 'hexadecimal' : kind === 'word' ? text.toUpperCase() : kind === 'symbol' ? text : kind;
  return RULES.get(start) ?? [];
}

export function placeOf({ line, column }: TextPosition): string {
  return `${line}:${column}`;
}

export function positionOf(place: string): TextPosition {
  const [line = 1, column = 1] = place.split(':').map(Number);
  return { line, column };
}

function written(
  sql: string,
  all: readonly SqlToken[],
  edits: ReadonlyMap<SqlToken | undefined, TokenEdit>,
  repairs: ReadonlyMap<SqlToken | undefined, Repair>,
): Rewritten {
  const origins = new Map<string, Origin>();
  const placedRepairs = new Map<string, Repair>();
  const insertions = new Map<string, Insertion>();
  const starts: Start[] = [];
  const parts: string[] = [];
  let offset = 0;
  let place = TEXT_START;
  const write = (text: string) => {
    parts.push(text);
    place = advance(place, text);
  };
  for (const token of all) {
    // Nothing but white space stands between two tokens.
    const start = sql.indexOf(token.text, offset);
    write(sql.slice(offset, start));
    offset = start + token.text.length;
    if (token.kind === 'comment') {
      write(token.text.replace(/[^\n]/gu, ' '));
      continue;
    }
    const { insertion, text } = edits.get(token) ?? {};
    if (insertion !== undefined) {
      // A bracket may stand right behind a word.
      if (/\w/.test(sql[start - 1] ?? '')) write(' ');
      insertions.set(placeOf(place), insertion);
      starts.push({ ...place, token, isAuthors: false });
      for (const each of readTokens(insertion.text, () => undefined).tokens) {
        const { line, column } = token;
        origins.set(placeOf({ line: place.line, column: place.column + each.column - 1 }), { line, column });
      }
      write(insertion.text);
    }
    const repair = repairs.get(token);
    if (repair) placedRepairs.set(placeOf(place), repair);
    const { line, column } = token;
    if (text !== undefined) origins.set(placeOf(place), { line, column, literal: token.text });
    else if (column !== place.column) origins.set(placeOf(place), { line, column });
    starts.push({ ...place, token, isAuthors: text === undefined });
    write(text ?? token.text);
  }
  write(sql.slice(offset));
  return { text: parts.join(''), origins, repairs: placedRepairs, insertions, starts };
}
