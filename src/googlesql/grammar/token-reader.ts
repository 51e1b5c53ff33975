import { type ConditionNode, type ExpressionNode, type QueryNode, type WrittenNode } from '../ast/nodes.js';
import { problemAt } from '../sql-problem.js';
import { foreignSyntax } from './refusals/foreign-syntax.js';
import { badSyntax, unknownSyntax, UnparsedQuery } from './refusals/refusals.js';
import { strayBracket } from './refusals/stray-bracket.js';
import { bracketsIn } from '../tokens/brackets.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { type TextPosition } from '../tokens/text-position.js';

/** The rules that one part of the grammar uses of the others. */
export interface GrammarRules {
  expression(tokens: TokenReader): ExpressionNode;
  /** Reads an expression without comparisons, NOT, AND and OR, except in brackets. */
  operand(tokens: TokenReader): ExpressionNode;
  query(tokens: TokenReader): QueryNode;
}

export const TOO_DEEP = 'the query is nested too deeply; break it up, with WITH for instance';

/** Most levels of nesting. Walkers of the tree have a frame or several of the machine's stack for each. */
const MAX_DEPTH = 180;
/** Levels of each operator in a row, join or set operation: they make a tree deep as well, but its walkers take less for each. */
const CHAINED = 1 / 16;

/** Reads the tokens of a text from the first to the last, with the rules of the grammar. Comments are not among them. */
export class TokenReader {
  /** First part that has been read over. */
  firstReadOver: UnparsedQuery | undefined;
  /** Keywords in upper case and symbols; empty for all other tokens, and at the end. */
  private readonly words: readonly string[];
  /** Index of each closed bracket's closing one. */
  private readonly closers: ReadonlyMap<number, number>;
  private index = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly SqlToken[],
    private readonly end: TextPosition,
    private readonly rules: GrammarRules,
  ) {
    this.words = tokens.map(({ kind, text }) => {
      return kind === 'word' ? text.toUpperCase() : kind === 'symbol' ? text : '';
    });
    this.closers = bracketsIn(tokens).closers;
  }

  expression(): ExpressionNode {
    return this.rules.expression(this);
  }

  operand(): ExpressionNode {
    return this.rules.operand(this);
  }

  query(): QueryNode {
    return this.rules.query(this);
  }

  /** Returns the next token, or one further on. */
  peek(distance = 0): SqlToken {
    return this.tokens[this.index + distance] ?? { kind: 'symbol', text: '', ...this.end };
  }

  get isAtEnd(): boolean {
    return this.index >= this.tokens.length;
  }

  /** Returns the next word or symbol, or one further on. */
  word(distance = 0): string {
    return this.words[this.index + distance] ?? '';
  }

  /** Whether a name is next, or at a distance from here; reserved keywords and numbers are words as well. */
  isName(distance = 0): boolean {
    const { kind } = this.peek(distance);
    return kind === 'word' || kind === 'quoted name';
  }

  /** Whether these words are read next. */
  is(...words: readonly string[]): boolean {
    return words.every((word, distance) => this.word(distance) === word);
  }

  /** Whether nothing stands between a token and the one behind it. */
  isAdjacent(distance = 0): boolean {
    const [token, next] = [this.peek(distance), this.peek(distance + 1)];
    return token.line === next.line && token.column + token.text.length === next.column;
  }

  take(): SqlToken {
    const token = this.peek();
    this.index += 1;
    return token;
  }

  /** Reads several tokens with nothing between them as one. */
  takeJoined(count: number): SqlToken {
    const first = this.take();
    let { text } = first;
    for (let more = 1; more < count; more += 1) text += this.take().text;
    return { ...first, text };
  }

  /** Reads these words if they are next, and hands back the first. */
  takeIf(...words: readonly string[]): SqlToken | undefined {
    if (!this.is(...words)) return undefined;
    const first = this.peek();
    this.index += words.length;
    return first;
  }

  /** Reads a clause if its first word is next, which is its own token. */
  clause<T>(word: string, read: () => T): (WrittenNode & T) | undefined {
    const token = this.takeIf(word);
    return token && { ...written(token), ...read() };
  }

  /** Reads a condition behind its keyword, if that is next. */
  condition(keyword: string): ConditionNode | undefined {
    return this.clause(keyword, () => ({ condition: this.expression() }));
  }

  /** Notes a part that may be GoogleSQL and is known here no further than to be read over. */
  readOver(place: TextPosition, what: string): void {
    this.firstReadOver ??= unknownSyntax(place, what);
  }

  /** Reads over everything up to the bracket that closes the one that is next. */
  takeBrackets(): void {
    if (this.is('(')) this.index += this.closing(0);
    this.expect(')');
  }

  /** @throws UnparsedQuery unless all is read */
  expectEnd(): void {
    if (!this.isAtEnd) throw this.unexpected();
  }

  /** @throws UnparsedQuery where another word is next */
  expect(word: string): SqlToken {
    if (this.word() !== word)
      throw this.unexpected(/\w/.test(word) ? `${word} has to stand here` : `"${word}" is missing`);
    return this.take();
  }

  /** The index of the bracket that closes the one at a distance from here, as a distance too. */
  closing(distance: number): number {
    return (this.closers.get(this.index + distance) ?? this.tokens.length) - this.index;
  }

  /** Reads the content of brackets, or anything else that is read by a rule within itself. */
  nested<T>(read: () => T, levels = 1): T {
    this.depth += levels;
    if (this.depth > MAX_DEPTH) throw badSyntax(this.peek(), TOO_DEEP);
    const found = read();
    this.depth -= levels;
    return found;
  }

  /** Reads one of several in a row, by the number in front of it. */
  chained<T>(before: number, read: () => T, levels = 0): T {
    return this.nested(read, levels + before * CHAINED);
  }

  /** Reads the content of brackets. */
  bracketed<T>(read: () => T, opening = '(', closing = ')'): T {
    return this.nested(() => {
      this.expect(opening);
      const found = read();
      this.expect(closing);
      return found;
    });
  }

  /** Reads one or more with commas between them; one behind the last is a mistake, unless the list is open. */
  list<T>(read: () => T, isOpen = false): T[] {
    const found = [read()];
    for (let comma = this.takeIf(','); comma; comma = this.takeIf(',')) {
      if (!this.endsList()) found.push(read());
      else if (isOpen) return found;
      else throw this.trailing(comma);
    }
    return found;
  }

  /** Reads one or more with commas between them; a comma may stand behind the last. */
  openList<T>(read: () => T): T[] {
    return this.list(read, true);
  }

  /** @param expected advice about it */
  unexpected(expected?: string): UnparsedQuery {
    if (this.is(',') && this.endsList(1)) return this.trailing(this.peek());
    return this.refusalAt(this.peek(), expected === undefined ? '' : `, ${expected}`);
  }

  private trailing(comma: SqlToken): UnparsedQuery {
    return this.refusalAt(comma, '; nothing of the list follows it, so leave it out');
  }

  /** Makes a syntax error at a token, which names GoogleSQL's own syntax where it is that of another dialect. */
  private refusalAt(token: SqlToken, remark: string): UnparsedQuery {
    const { text } = token;
    const message =
      text === '' ? 'syntax error: the query ends too early' : `syntax error: unexpected "${text}"${remark}`;
    const problem = problemAt(token, message);
    return new UnparsedQuery(foreignSyntax(this.tokens, problem) ?? strayBracket(this.tokens, problem) ?? problem);
  }

  private endsList(distance = 0): boolean {
    return this.index + distance >= this.tokens.length || LIST_ENDS.has(this.word(distance));
  }
}

/** Tokens behind a list, which begin nothing in one. */
const LIST_ENDS = new Set([
  ...[')', ']', '>', ';', '|>', 'FROM', 'WHERE', 'GROUP', 'HAVING', 'QUALIFY', 'WINDOW', 'ORDER', 'LIMIT', 'FOR'],
  ...['UNION', 'INTERSECT', 'EXCEPT', 'SELECT', 'FULL', 'INNER'],
]);

/** The place of a node and its own token. */
export function written({ line, column, text }: WrittenNode): WrittenNode {
  return { line, column, text };
}

/** The place of a node that begins with another one, and its own token. */
export function writtenFrom({ line, column }: TextPosition, { text }: Pick<WrittenNode, 'text'>): WrittenNode {
  return { line, column, text };
}
