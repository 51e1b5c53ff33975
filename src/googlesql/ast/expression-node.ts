import { type BracketedQuery } from './bracketed-query.js';
import { type BytesNode, type FloatNode, type IntegerNode, type StringNode } from './literal-node.js';
import { type NameNode, type ParameterNode } from './name-node.js';
import { type OrderBy } from './ordering.js';
import { type FromQuery, type Pipe } from './pipe.js';
import { type Select } from './select.js';
import { type SetOperation } from './set-operation.js';
import { type TypeNode } from './type-node.js';
import { type Window } from './window.js';
import { type WithClause } from './with-clause.js';
import { type WrittenNode } from './written-node.js';

/** An expression, or an argument that is none: `*`, a query, `name => value`, `x AS INT64`. */
export type ExpressionNode =
  | IntegerNode
  | FloatNode
  | StringNode
  | BytesNode
  | BooleanNode
  | NullNode
  | ParameterNode
  | NameNode
  | FieldNode
  | ElementNode
  | BracketsNode
  | PrefixNode
  | BinaryNode
  | QuantifiedLikeNode
  | BetweenNode
  | InNode
  | DistinctFromNode
  | CaseNode
  | ArrayNode
  | StructNode
  | IntervalNode
  | CallNode
  | CastOperandNode
  | ExtractOperandNode
  | NamedArgumentNode
  | QueryNode
  | StarNode;

export interface BooleanNode extends WrittenNode {
  readonly type: 'Boolean';
  readonly value: boolean;
}

export interface NullNode extends WrittenNode {
  readonly type: 'Null';
}

/** `operand.field` */
export interface FieldNode extends WrittenNode {
  readonly type: 'Field';
  readonly operand: ExpressionNode;
  readonly field: NameNode;
}

export type ElementKind = 'OFFSET' | 'ORDINAL' | 'SAFE_OFFSET' | 'SAFE_ORDINAL';

/** `operand[OFFSET(position)]` */
export interface ElementNode extends WrittenNode {
  readonly type: 'Element';
  readonly operand: ExpressionNode;
  /** Undefined for a bare position. */
  readonly kind: ElementKind | undefined;
  readonly position: ExpressionNode;
}

/** `(inner)` */
export interface BracketsNode extends WrittenNode {
  readonly type: 'Brackets';
  readonly inner: ExpressionNode;
}

/** An operator, or the type of a literal, in front of its operand: `-x`, `NOT x`, `DATE '2026-01-01'`. */
export interface PrefixNode extends WrittenNode {
  readonly type: 'Prefix';
  readonly operator: string;
  readonly operand: ExpressionNode;
}

export interface BinaryNode extends WrittenNode {
  readonly type: 'Binary';
  readonly operator: string;
  /** `IS NOT`, `NOT LIKE` */
  readonly isNegated: boolean;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

/** `left [NOT] LIKE ANY (…)` */
export interface QuantifiedLikeNode extends WrittenNode {
  readonly type: 'QuantifiedLike';
  readonly isNegated: boolean;
  readonly isOfAll: boolean;
  readonly left: ExpressionNode;
  readonly patterns: ListNode | UnnestNode | QueryNode;
}

export interface BetweenNode extends WrittenNode {
  readonly type: 'Between';
  readonly isNegated: boolean;
  readonly left: ExpressionNode;
  readonly least: ExpressionNode;
  readonly greatest: ExpressionNode;
}

/** `left [NOT] IN (…)` */
export interface InNode extends WrittenNode {
  readonly type: 'In';
  readonly isNegated: boolean;
  readonly left: ExpressionNode;
  readonly among: ListNode | UnnestNode | QueryNode;
}

/** `(a, b)` behind IN or LIKE ANY. */
export interface ListNode extends WrittenNode {
  readonly type: 'List';
  readonly items: readonly [ExpressionNode, ...ExpressionNode[]];
}

/** `UNNEST(array)` behind IN or LIKE ANY. */
export interface UnnestNode extends WrittenNode {
  readonly type: 'Unnest';
  readonly array: ExpressionNode;
}

/** `left IS [NOT] DISTINCT FROM right` */
export interface DistinctFromNode extends WrittenNode {
  readonly type: 'DistinctFrom';
  readonly isNegated: boolean;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

export interface CaseNode extends WrittenNode {
  readonly type: 'Case';
  /** Value behind CASE. */
  readonly subject: ExpressionNode | undefined;
  readonly arms: readonly CaseArm[];
  readonly otherwise: ExpressionNode | undefined;
}

export interface CaseArm {
  readonly when: ExpressionNode;
  readonly result: ExpressionNode;
}

export interface ArrayNode extends WrittenNode {
  readonly type: 'Array';
  /** Whether a type, or the word ARRAY, stands in front of it. */
  readonly isTyped: boolean;
  readonly declared: TypeNode | undefined;
  readonly elements: readonly ExpressionNode[];
}

export interface StructNode extends WrittenNode {
  readonly type: 'Struct';
  readonly declared: TypeNode | undefined;
  /** Whether it is `(a, b)` without the word, whose fields have no names. */
  readonly isTuple: boolean;
  readonly fields: readonly StructFieldNode[];
}

export interface StructFieldNode {
  readonly value: ExpressionNode;
  readonly alias: string | undefined;
}

/** `INTERVAL amount part` */
export interface IntervalNode extends WrittenNode {
  readonly type: 'Interval';
  readonly amount: ExpressionNode;
  readonly part: WrittenNode;
}

/** A whole query, or one within another: in brackets, or as the only argument of a function. */
export interface QueryNode extends WrittenNode {
  readonly type: 'Query';
  readonly with: WithClause<QueryNode> | undefined;
  readonly body: QueryBody;
}

export type QueryBody =
  | Select<ExpressionNode, QueryNode>
  | SetOperation<ExpressionNode, QueryNode>
  | BracketedQuery<ExpressionNode, QueryNode>
  | Pipe<ExpressionNode, QueryNode>
  | FromQuery<ExpressionNode, QueryNode>;

/** `*`, as in `COUNT(*)`. */
export interface StarNode extends WrittenNode {
  readonly type: 'Star';
}

/** `name(args)`, with all clauses in its parentheses and behind them. */
export interface CallNode extends WrittenNode {
  readonly type: 'Call';
  /** Name in upper case. */
  readonly name: string;
  /** `SAFE.name(…)` */
  readonly isSafe: boolean;
  readonly args: readonly ExpressionNode[];
  readonly distinct: WrittenNode | undefined;
  readonly nulls: NullsNode | undefined;
  readonly having: HavingExtremeNode | undefined;
  readonly orderBy: OrderBy<ExpressionNode> | undefined;
  readonly limit: CallLimitNode | undefined;
  readonly over: Window<ExpressionNode> | undefined;
}

/** `IGNORE NULLS`, `RESPECT NULLS` */
export interface NullsNode extends WrittenNode {
  readonly areIgnored: boolean;
}

/** `HAVING MAX key` */
export interface HavingExtremeNode extends WrittenNode {
  readonly extreme: 'max' | 'min';
  readonly key: ExpressionNode;
}

export interface CallLimitNode extends WrittenNode {
  readonly count: ExpressionNode;
}

/** `name => value` */
export interface NamedArgumentNode extends WrittenNode {
  readonly type: 'NamedArgument';
  /** Name in lower case. */
  readonly name: string;
  readonly value: ExpressionNode;
}

/** `value AS target [FORMAT format]` */
export interface CastOperandNode extends WrittenNode {
  readonly type: 'CastOperand';
  readonly value: ExpressionNode;
  readonly target: TypeNode;
  readonly format: CastFormatNode | undefined;
}

/** `FORMAT format [AT TIME ZONE zone]` */
export interface CastFormatNode extends WrittenNode {
  readonly format: ExpressionNode;
  readonly zone: ExpressionNode | undefined;
}

/** `part FROM value [AT TIME ZONE zone]` */
export interface ExtractOperandNode extends WrittenNode {
  readonly type: 'ExtractOperand';
  readonly part: ExpressionNode;
  readonly value: ExpressionNode;
  readonly zone: ExpressionNode | undefined;
}
