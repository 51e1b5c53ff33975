import { type CallNode, type ExpressionNode, type NameNode, type QueryNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { type SqlType } from '../../types/types.js';
import { errorAt, type UnknownName } from '../dialect-error.js';
import { namedArguments } from './named-arguments.js';

/** A call as its type is decided. */
export interface TypedCall {
  readonly node: CallNode;
  /** Arguments that are values; undefined in place of those that are none, or whose value is asked for when it is needed. */
  readonly args: readonly (TypedValue | undefined)[];
  /** Types a value that stands as an argument or within one: in a CastOperand, an ExtractOperand, an interval. */
  readonly value: (node: ExpressionNode) => TypedValue;
  /** Types the columns of a query that is an argument. Left out: its value is that of a query in an expression. */
  readonly columns?: (query: QueryNode) => readonly { readonly type: SqlType }[];
  /** Names around the call, for errors about them. Left out: any name may mean something. */
  readonly names?: CallNames;
  /** Facts about the window behind OVER. Left out: what is written there. */
  readonly window?: WindowFacts;
}

/** The names around a call. */
export interface CallNames {
  /** Whether a name means something, or may mean something where that is wrong. */
  mayMean(node: NameNode): boolean;
  /** Returns the value that stands for an unknown name. */
  unknown(error: UnknownName): TypedValue;
}

export interface WindowFacts {
  readonly isOrdered: boolean;
  readonly isFramed: boolean;
}

/** A call as rules see it, those about types as those of an engine: an argument has a value once a rule asks for it. */
export interface Call<Value extends TypedValue = TypedValue> {
  readonly node: CallNode;
  readonly name: string;
  /** Arguments in their order, without the named ones that the function has. */
  readonly args: readonly ExpressionNode[];
  readonly named: ReadonlyMap<string, ExpressionNode>;
  readonly names?: CallNames | undefined;
  /** Returns the nth argument as it is written. */
  argument(index: number): ExpressionNode;
  /** Returns the value of an argument, or of a part of one. */
  value(part: number | ExpressionNode): Value;
}

/** Decides about the type of a function's value, and refuses arguments of other types than it takes. */
export type TypeRule = (call: Call) => SqlType;

/** A call with the values that are known of its arguments. */
export class CallOfValues implements Call {
  readonly node: CallNode;
  readonly name: string;
  readonly args: readonly ExpressionNode[];
  readonly named: ReadonlyMap<string, ExpressionNode>;
  readonly names: CallNames | undefined;
  private readonly typed: TypedCall;

  constructor(typed: TypedCall) {
    this.typed = typed;
    this.node = typed.node;
    this.name = typed.node.name;
    this.names = typed.names;
    const { args, named } = namedArguments(typed.node);
    this.args = args;
    this.named = named;
  }

  argument(index: number): ExpressionNode {
    const node = this.args[index];
    if (!node) throw errorAt(this.node, `${this.name} needs more arguments`);
    return node;
  }

  value(part: number | ExpressionNode): TypedValue {
    const node = typeof part === 'number' ? this.argument(part) : part;
    return this.typed.args[this.node.args.indexOf(node)] ?? this.typed.value(node);
  }
}
