import { type CallNode, type ExpressionNode, type NameNode, type QueryNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { type SqlType } from '../../types/types.js';
import { errorAt, type UnknownName } from '../dialect-error.js';
import { namedArguments } from './named-arguments.js';

/** The names around a call, and the values of expressions among them. */
export interface CallScope<Value extends TypedValue> {
  value(node: ExpressionNode): Value;
  /** Returns the value that stands for an unknown name; undefined for one that means something, or may. A compiler meets no unknown ones. */
  ifUnknown?(node: NameNode, error: UnknownName): Value | undefined;
}

/** A call as rules see it, those about types as those of an engine: an argument has a value once a rule asks for it. */
export class Call<Value extends TypedValue = TypedValue> {
  readonly name: string;
  /** Arguments in their order, without the named ones. */
  readonly args: readonly ExpressionNode[];
  /** Named arguments (`name => value`), if the function takes some. */
  readonly named: ReadonlyMap<string, ExpressionNode>;

  constructor(
    readonly node: CallNode,
    readonly scope: CallScope<Value>,
  ) {
    this.name = node.name;
    const { args, named } = namedArguments(node);
    this.args = args;
    this.named = named;
  }

  /** Returns the nth argument as it is written. */
  argument(index: number): ExpressionNode {
    const node = this.args[index];
    if (!node) throw errorAt(this.node, `${this.name} needs more arguments`);
    return node;
  }

  /** Returns the value of an argument, or of a part of one. */
  value(part: number | ExpressionNode): Value {
    return this.scope.value(typeof part === 'number' ? this.argument(part) : part);
  }
}

/** What is beside a call's arguments. */
export interface CallSurroundings {
  /** Types the columns of a query that is an argument. */
  readonly columns?: (query: QueryNode) => readonly { readonly type: SqlType }[];
  /** Facts about the window behind OVER. */
  readonly window?: WindowFacts | undefined;
}

export interface WindowFacts {
  readonly isOrdered: boolean;
  readonly isFramed: boolean;
}

/** Decides about the type of a function's value, and refuses arguments of other types than it takes. */
export type TypeRule = (call: Call) => SqlType;
