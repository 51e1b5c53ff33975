import { parse, type Token, tokenize, type UnknownNode } from 'bq2cst';
import { sqlTokens } from '../../../sql/sql-tokens.js';
import { mend } from './mend.js';

/** GoogleSQL that the embedded engine does not take; `line` and `column` count from 1 in the author's text. */
export class DialectError extends Error {
  override readonly name = 'DialectError';

  constructor(
    readonly line: number,
    readonly column: number,
    message: string,
  ) {
    super(message);
  }
}

type RawChild = { readonly Node: UnknownNode } | { readonly NodeVec: readonly UnknownNode[] };

/** Children that say nothing about meaning: the parser hangs commas on the expression before them. */
const MEANINGLESS = new Set(['leading_comments', 'trailing_comments', 'comma', 'rparen', 'semicolon']);

/**
 * A node of the parse tree. Nothing of the author's text may be passed over in silence, so a rule names the children
 * that it understands (`only`), and a child that nobody has claimed is an error.
 */
export class CstNode {
  private readonly claimed = new Set<string>();

  constructor(private readonly raw: UnknownNode) {}

  get type(): UnknownNode['node_type'] {
    return this.raw.node_type;
  }

  /** The node's own token as written: an identifier, a literal, an operator. */
  get text(): string {
    return this.raw.token?.literal ?? '';
  }

  /** The token in upper case, for keywords and function names. */
  get keyword(): string {
    return this.text.toUpperCase();
  }

  get line(): number {
    return this.start().token?.line ?? 1;
  }

  get column(): number {
    return this.start().token?.column ?? 1;
  }

  child(name: string): CstNode | undefined {
    const child = this.rawChildren()[name];
    return child && 'Node' in child ? new CstNode(child.Node) : undefined;
  }

  /** A child that the grammar always has. */
  need(name: string): CstNode {
    const child = this.child(name);
    if (!child) throw this.unsupported(`${this.type} without ${name}`);
    return child;
  }

  list(name: string): CstNode[] {
    const child = this.rawChildren()[name];
    return child && 'NodeVec' in child ? child.NodeVec.map((node) => new CstNode(node)) : [];
  }

  has(name: string): boolean {
    return this.rawChildren()[name] !== undefined;
  }

  /** The caller deals with these children, so that the node's own rule does not have to know them. */
  claim(...names: string[]): this {
    for (const name of names) this.claimed.add(name);
    return this;
  }

  /** States that the rule at hand understands these children, and refuses every other one. */
  only(...names: string[]): void {
    for (const [name, child] of Object.entries(this.rawChildren())) {
      if (MEANINGLESS.has(name) || this.claimed.has(name) || names.includes(name)) continue;
      const culprit = 'Node' in child ? child.Node : child.NodeVec[0];
      const node = culprit ? new CstNode(culprit) : this;
      throw node.unsupported(node.text ? `"${node.text}" here` : `${name} here`);
    }
  }

  /** Bad GoogleSQL: BigQuery would refuse it as well. */
  error(message: string): DialectError {
    return new DialectError(this.line, this.column, message);
  }

  /** GoogleSQL that BigQuery takes and the embedded engine does not. */
  unsupported(what: string): DialectError {
    return this.error(`${what} is not supported by the embedded engine`);
  }

  private rawChildren(): Record<string, RawChild> {
    return this.raw.children as Record<string, RawChild>;
  }

  /** An operator's token stands in its middle; people look for an expression where it begins. */
  private start(): UnknownNode {
    let node = this.raw;
    for (;;) {
      const children = node.children as Record<string, RawChild>;
      const first = children.left ?? children.func;
      if (!first || !('Node' in first)) return node;
      node = first.Node;
    }
  }
}

/** Parses one statement. Deeply nested text is refused first, since the parser recurses on the machine's stack. */
export function parseStatement(sql: string): CstNode {
  refuseDeepNesting(sql);
  let nodes: UnknownNode[];
  try {
    assertSameTokens(sql);
    nodes = parse(sql);
  } catch (error) {
    throw error instanceof DialectError ? error : syntaxError(sql, error);
  }
  const [first, second] = nodes;
  if (!first || first.node_type === 'EOF') throw new DialectError(1, 1, 'the query is empty; write one SELECT');
  if (second && second.node_type !== 'EOF') {
    const node = new CstNode(second.node_type === 'StandAloneExpr' ? childOf(second, 'expr') : second);
    throw node.error(`unexpected "${node.text}"; write one SELECT statement`);
  }
  return new CstNode(mend(first));
}

/**
 * The parser's tokenizer is lenient in places (`0xFF` is a number with an alias to it, a comment may end too early). What
 * it sees must be what GoogleSQL sees.
 */
function assertSameTokens(sql: string): void {
  const { tokens, problem } = sqlTokens(sql);
  if (problem) throw new DialectError(problem.line, problem.column, problem.message);
  const exact = tokens.filter((token) => token.kind !== 'comment');
  const starts = new Map(exact.map((token) => [place(token), token.text]));
  // An empty token stands for the end of the text.
  const parsed = tokenize(sql).filter(({ literal }) => literal !== '' && !/^(--|#|\/\*)/.test(literal));
  const stray = parsed.find(
    (token, index) => !starts.has(place(token)) && !isPrefixed(token, parsed[index - 1], starts),
  );
  if (stray) {
    throw new DialectError(stray.line, stray.column, `"${stray.literal}" here is not supported by the embedded engine`);
  }
  if (parsed.map(({ literal }) => literal).join('') !== exact.map(({ text }) => text).join('')) {
    throw new DialectError(1, 1, 'a comment or a quoted name in this query is not supported by the embedded engine');
  }
}

function place({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${line}:${column}`;
}

/** The parser takes `r'…'` for two tokens. */
function isPrefixed(token: Token, before: Token | undefined, starts: ReadonlyMap<string, string>): boolean {
  return (
    /^['"]/.test(token.literal) && before !== undefined && starts.get(place(before)) === before.literal + token.literal
  );
}

const MAX_NESTING = 200;

function refuseDeepNesting(sql: string): void {
  let depth = 0;
  for (const character of sql) {
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    if (depth > MAX_NESTING) throw new DialectError(1, 1, `brackets are nested deeper than ${MAX_NESTING}`);
  }
}

function childOf(node: UnknownNode, name: string): UnknownNode {
  const child = (node.children as Record<string, RawChild>)[name];
  return child && 'Node' in child ? child.Node : node;
}

/** What compiles a query follows its nesting on the machine's stack. An error of another realm is no RangeError here. */
export function isStackOverflow(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'RangeError';
}

export const TOO_DEEP = 'the query is nested too deeply; break it up, with WITH for instance';

/** The parser throws an object with a position; past the end of the text its line is 2^32 - 1. */
function syntaxError(sql: string, error: unknown): DialectError {
  const { line, column } = error as { line?: number; column?: number };
  // What has no place is no complaint of the parser's: it has run out of its stack.
  if (line === undefined || column === undefined) return new DialectError(1, 1, TOO_DEEP);
  const lines = sql.split('\n');
  if (line > lines.length) {
    return new DialectError(lines.length, (lines.at(-1) ?? '').length + 1, 'syntax error: the query ends too early');
  }
  return new DialectError(line, column, 'syntax error');
}
