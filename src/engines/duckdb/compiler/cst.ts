import { choice } from '../../../errors/listing.js';
import { parseTree } from '../../../googlesql/parser/parse-query.js';
import { SyntaxNode } from '../../../googlesql/parser/syntax-node.js';
import { byPlace, type TextPosition } from '../../../googlesql/tokens/text-position.js';
import { UnparsedQuery } from '../../../googlesql/parser/unparsed-query.js';

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

/** A name that means nothing where it stands. */
export class UnknownName extends DialectError {
  constructor(
    { line, column }: TextPosition,
    message: string,
    readonly unknown: string,
    /** What could be named there instead, the nearest first. */
    readonly inScope: readonly string[] = [],
  ) {
    super(line, column, message);
  }

  /** The message, with what was probably meant and what there is. */
  explained(others: readonly string[] = []): string {
    const names = [...new Set([...this.inScope, ...others])];
    if (names.length === 0) return this.message;
    return `${this.message}.${choice(this.unknown, names)}`;
  }
}

export class UnknownTable extends UnknownName {}

/** A name by itself, or one behind that of a FROM item. */
export class UnknownColumn extends UnknownName {}

/** Children that say nothing about meaning: the parser hangs commas on the expression before them. */
const MEANINGLESS = new Set(['leading_comments', 'trailing_comments', 'comma', 'rparen', 'semicolon']);

/** Characters of a message: it lists types of the text's own making, of which there can be thousands. */
const MAX_MESSAGE_LENGTH = 2000;

/**
 * A node of the parse tree. Nothing of the author's text may be passed over in silence, so a rule names the children
 * that it understands (`only`), and a child that nobody has claimed is an error.
 */
export class CstNode extends SyntaxNode {
  /** Hardly any node has one. */
  private claimed: Set<string> | undefined;

  /** A child that the grammar always has. */
  need(name: string): this {
    const child = this.child(name);
    if (!child) throw this.unsupported(`${this.type} without ${name}`);
    return child;
  }

  /** The caller deals with these children, so that the node's own rule does not have to know them. */
  claim(...names: string[]): this {
    this.claimed = new Set([...(this.claimed ?? []), ...names]);
    return this;
  }

  /** States that the rule at hand understands these children, and refuses the first other one in the text. */
  only(...names: string[]): void {
    const unknown = this.childNames().filter(
      (name) => !MEANINGLESS.has(name) && !this.claimed?.has(name) && !names.includes(name),
    );
    if (unknown.length === 0) return;
    const [first] = unknown
      .map((name) => ({ name, node: this.child(name) ?? this.list(name)[0] ?? this }))
      .sort((a, b) => byPlace(a.node, b.node));
    if (first) throw first.node.unsupported(first.node.text ? `"${first.node.text}" here` : `${first.name} here`);
  }

  /** Bad GoogleSQL: BigQuery would refuse it as well. */
  error(message: string): DialectError {
    const shown = message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
    return new DialectError(this.line, this.column, shown);
  }

  /** GoogleSQL that BigQuery takes and the embedded engine does not. */
  unsupported(what: string, remedy = ''): DialectError {
    return this.error(`${unsupported(what)}${remedy}`);
  }
}

/** What the embedded engine lacks, where it is not at fault: it is asked what a query of another engine means. */
export const NOT_HERE = 'is not supported by the embedded engine';

/** Parses one statement. */
export function parseStatement(sql: string): CstNode {
  try {
    return new CstNode(parseTree(sql));
  } catch (error) {
    if (!(error instanceof UnparsedQuery)) throw error;
    const { line, column, message } = error.problem;
    throw new DialectError(line, column, error.isOurLimit ? unsupported(message) : message);
  }
}

function unsupported(what: string): string {
  return `${what} ${NOT_HERE}`;
}
