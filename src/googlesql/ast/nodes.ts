import { type TypeNode } from './type-node.js';
import { type TextPosition } from '../tokens/text-position.js';

/** An expression, or an argument that is none: `*`, a query, `name => value`, `x AS INT64`. */
export type ExpressionNode =
  | IntegerNode
  | FloatNode
  | StringNode
  | BytesNode
  | BooleanNode
  | WordNode<'Null'>
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
  readonly with: WithClauseNode | undefined;
  readonly body: QueryBody;
}

export type QueryBody = SelectNode | SetOperationNode | BracketedQueryNode | PipeNode | FromQueryNode;

/** `*`, as in `COUNT(*)`. */
export type StarNode = WordNode<'Star'>;

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
  readonly orderBy: OrderByNode | undefined;
  readonly limit: (WrittenNode & { readonly count: ExpressionNode }) | undefined;
  readonly over: WindowNode | undefined;
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

/** A node with a place in the text and a word or a symbol there. */
export interface WrittenNode extends TextPosition {
  /** Own token as written: the name, the literal, the operator, the first word. */
  readonly text: string;
}

/** A node that is nothing but its token. */
export interface WordNode<Type extends string> extends WrittenNode {
  readonly type: Type;
}

export interface NameNode extends WrittenNode {
  readonly type: 'Name';
  /** Name without backticks. */
  readonly name: string;
}

/** `@name`, or `?`, which has none. */
export type ParameterNode = WordNode<'Parameter'>;

/** A number as it is written, with its value. */
export type NumberNode = IntegerNode | FloatNode;

export interface IntegerNode extends WrittenNode {
  readonly type: 'Integer';
  /** Value within INT64, but for 2^63 behind a minus. */
  readonly value: bigint;
}

export interface FloatNode extends WrittenNode {
  readonly type: 'Float';
  /** Value, finite: the double next to the number as written. */
  readonly value: number;
}

/** A string or bytes, in any spelling. */
export type TextNode = StringNode | BytesNode;

export interface StringNode extends WrittenNode {
  readonly type: 'String';
  readonly value: string;
}

export interface BytesNode extends WrittenNode {
  readonly type: 'Bytes';
  readonly value: Uint8Array;
}

/** `ORDER BY …` */
export interface OrderByNode extends WrittenNode {
  readonly items: readonly OrderItemNode[];
}

export interface OrderItemNode extends Order {
  readonly key: ExpressionNode;
}

/** The direction of a key. */
export interface Order {
  readonly direction: 'ASC' | 'DESC' | undefined;
  readonly nulls: 'NULLS FIRST' | 'NULLS LAST' | undefined;
}

/** `LIMIT count OFFSET offset` */
export interface LimitNode extends WrittenNode {
  readonly count: CountNode;
  readonly offset: CountNode | undefined;
  /** The word OFFSET. */
  readonly offsetWord: WrittenNode | undefined;
}

export type CountNode = NumberNode | ParameterNode;

/** `w`, or `(w PARTITION BY … ORDER BY … ROWS …)` */
export type WindowNode = NameNode | WindowSpecification;

export interface WindowSpecification extends WrittenNode {
  readonly type: 'WindowSpecification';
  /** Window that it goes on from. */
  readonly base: NameNode | undefined;
  readonly partitionBy: PartitionByNode | undefined;
  readonly orderBy: OrderByNode | undefined;
  readonly frame: FrameNode | undefined;
}

export interface PartitionByNode extends WrittenNode {
  readonly keys: readonly ExpressionNode[];
}

/** `ROWS BETWEEN start AND end` */
export interface FrameNode extends WrittenNode {
  readonly unit: 'ROWS' | 'RANGE';
  readonly start: FrameBoundNode;
  /** Undefined without BETWEEN. */
  readonly end: FrameBoundNode | undefined;
}

export interface FrameBoundNode {
  readonly place: FramePlace;
  /** Distance of a bound that has one. */
  readonly distance: ExpressionNode | undefined;
}

/** The places of a frame's bounds, from the first row to the last. */
export const FRAME_PLACES = [
  'UNBOUNDED PRECEDING',
  'n PRECEDING',
  'CURRENT ROW',
  'n FOLLOWING',
  'UNBOUNDED FOLLOWING',
] as const;

export type FramePlace = (typeof FRAME_PLACES)[number];

/** One SELECT, without the WITH in front of it. */
export interface SelectNode extends WrittenNode {
  readonly type: 'Select';
  /** The word DISTINCT. */
  readonly distinct: WrittenNode | undefined;
  /** `AS STRUCT`, `AS VALUE` */
  readonly rowsAs: 'STRUCT' | 'VALUE' | undefined;
  readonly items: readonly SelectItemNode[];
  readonly from: FromNode | undefined;
  readonly where: ConditionNode | undefined;
  readonly groupBy: GroupByNode | undefined;
  readonly having: ConditionNode | undefined;
  readonly qualify: ConditionNode | undefined;
  readonly window: WindowClauseNode | undefined;
  readonly orderBy: OrderByNode | undefined;
  readonly limit: LimitNode | undefined;
}

export type SelectItemNode = ExpressionItemNode | StarItemNode;

/** `expression AS alias` */
export interface ExpressionItemNode extends WrittenNode {
  readonly type: 'ExpressionItem';
  readonly value: ExpressionNode;
  readonly alias: NameNode | undefined;
}

/** `item.* EXCEPT (a) REPLACE (expression AS b)` */
export interface StarItemNode extends WrittenNode {
  readonly type: 'StarItem';
  /** Value in front of the dot. */
  readonly of: ExpressionNode | undefined;
  readonly star: WrittenNode;
  readonly except: readonly NameNode[];
  readonly replace: readonly ReplacementNode[];
}

/** `expression AS column` in REPLACE. */
export interface ReplacementNode extends ExpressionItemNode {
  readonly alias: NameNode;
}

/** `WINDOW name AS …, …` */
export interface WindowClauseNode extends WrittenNode {
  readonly windows: readonly { readonly name: NameNode; readonly window: WindowNode }[];
}

/** An item of FROM, or behind a JOIN. */
export type FromNode = TableNode | UnnestItemNode | QueryItem | TableFunctionItem | JoinNode | BracketedJoin | Reshaped;

/** `project.dataset.table`, or the path of an array: the names in scope decide. */
export interface TableNode extends WrittenNode {
  readonly type: 'Table';
  /** Path without backticks. */
  readonly path: string;
  /** Array that a path of several names may mean. */
  readonly array: ArrayPath | undefined;
  readonly isPlain: boolean;
  readonly alias: NameNode | undefined;
  readonly offset: OffsetNode | undefined;
}

export interface ArrayPath {
  /** First name of the path. */
  readonly first: string;
  readonly path: ExpressionNode;
}

/** `UNNEST(array) AS alias WITH OFFSET` */
export interface UnnestItemNode extends WrittenNode {
  readonly type: 'UnnestItem';
  readonly array: ExpressionNode;
  readonly alias: NameNode | undefined;
  readonly offset: OffsetNode | undefined;
}

/** `WITH OFFSET AS alias` */
export interface OffsetNode extends WrittenNode {
  readonly alias: NameNode | undefined;
}

/** `(SELECT …) AS alias` */
export interface QueryItem extends WrittenNode {
  readonly type: 'QueryItem';
  readonly query: QueryNode;
  readonly alias: NameNode | undefined;
}

/** `name(…)`, which makes a table. */
export interface TableFunctionItem extends WrittenNode {
  readonly type: 'TableFunction';
  /** Name in upper case. */
  readonly name: string;
  /** Expressions among its arguments; tables and models are none. */
  readonly args: readonly ExpressionNode[];
}

/** `left JOIN right ON …` */
export interface JoinNode extends JoinedItemNode {
  readonly type: 'Join';
  readonly left: FromNode;
}

/** A join without its left side, as a pipe has it. */
export interface JoinedItemNode extends WrittenNode {
  /** `LEFT`, or CROSS for a comma. */
  readonly kind: string;
  readonly isComma: boolean;
  /** Word for the kind, where there is one. */
  readonly kindWord: WrittenNode | undefined;
  readonly right: FromNode;
  readonly on: ConditionNode | undefined;
  readonly using: JoinColumns | undefined;
}

/** `USING (a, b)` */
export interface JoinColumns extends WrittenNode {
  readonly columns: readonly NameNode[];
}

/** `(a JOIN b ON …)` */
export interface BracketedJoin extends WrittenNode {
  readonly type: 'BracketedJoin';
  readonly inner: FromNode;
}

/** An item with the PIVOT or the UNPIVOT behind it. */
export interface Reshaped extends WrittenNode {
  readonly type: 'Reshaped';
  readonly input: FromNode;
  readonly by: PivotNode | Unpivot;
}

export type GroupByNode = GroupByKeys | WordNode<'GroupByAll'> | GroupBySets;

/** `GROUP BY a, b`; `GROUP BY ()` has no keys. */
export interface GroupByKeys extends WrittenNode {
  readonly type: 'GroupByKeys';
  readonly keys: readonly ExpressionNode[];
}

export interface GroupBySets extends WrittenNode {
  readonly type: 'GroupBySets';
  readonly sets: KeySetsNode;
}

/** `ROLLUP (a, (b, c))`, `CUBE (…)`, `GROUPING SETS (…)` */
export interface KeySetsNode extends WrittenNode {
  readonly type: 'KeySets';
  readonly kind: SetKind;
  readonly members: readonly (KeySetsNode | KeyGroupNode)[];
}

export type SetKind = 'ROLLUP' | 'CUBE' | 'GROUPING SETS';

/** `a`, `(a, b)`, `()` */
export interface KeyGroupNode extends WrittenNode {
  readonly type: 'KeyGroup';
  readonly keys: readonly ExpressionNode[];
}

/** `PIVOT(aggregate FOR input IN (value, …)) AS alias` */
export interface PivotNode extends WrittenNode {
  readonly type: 'Pivot';
  readonly aggregates: readonly AliasedExpression[];
  readonly input: ExpressionNode;
  readonly values: readonly AliasedExpression[];
  readonly alias: NameNode | undefined;
}

/** `value AS alias` */
export interface AliasedExpression extends WrittenNode {
  readonly value: ExpressionNode;
  readonly alias: NameNode | undefined;
}

/** `UNPIVOT INCLUDE NULLS (value FOR name IN (column, …)) AS alias` */
export interface Unpivot extends WrittenNode {
  readonly type: 'Unpivot';
  readonly keepsNulls: boolean;
  /** Content of the brackets. */
  readonly config: WrittenNode;
  readonly values: readonly NameNode[];
  readonly label: NameNode;
  readonly sets: readonly ColumnSetNode[];
  readonly alias: NameNode | undefined;
}

/** Columns that become one row, and the label of that row: `(a, b) AS 'label'`. */
export interface ColumnSetNode extends WrittenNode {
  readonly columns: readonly NameNode[];
  readonly label: IntegerNode | StringNode | undefined;
}

/** `FROM item` as a query of its own. */
export interface FromQueryNode extends WrittenNode {
  readonly type: 'FromQuery';
  readonly item: FromNode;
}

/** `query |> operator |> …`, where each operator reads the rows of the one before it. */
export interface PipeNode extends WrittenNode {
  readonly type: 'Pipe';
  readonly input: QueryNode;
  readonly operators: readonly PipeOperatorNode[];
}

export type PipeOperatorNode =
  | PipeSelectNode
  | PipeExtendNode
  | PipeSetNode
  | PipeDrop
  | PipeRename
  | PipeAs
  | PipeDistinct
  | PipeAggregateNode
  | PipeAssertNode
  | PipeSetOperationNode
  | PipeClause<'PipeWhere', ConditionNode>
  | PipeClause<'PipeOrderBy', OrderByNode>
  | PipeClause<'PipeLimit', LimitNode>
  | PipeClause<'PipeJoin', JoinedItemNode>
  | PipeClause<'PipePivot', PivotNode>
  | PipeClause<'PipeUnpivot', Unpivot>
  | PipeClause<'PipeWith', WithClauseNode>;

/** An operator that is written as its clause is elsewhere. */
export interface PipeClause<Type extends string, Clause> extends WrittenNode {
  readonly type: Type;
  readonly clause: Clause;
}

export interface PipeSelectNode extends WrittenNode {
  readonly type: 'PipeSelect';
  readonly isDistinct: boolean;
  /** `AS STRUCT`, `AS VALUE` */
  readonly rowsAs: 'STRUCT' | 'VALUE' | undefined;
  readonly items: readonly SelectItemNode[];
  readonly window: WindowClauseNode | undefined;
}

export interface PipeExtendNode extends WrittenNode {
  readonly type: 'PipeExtend';
  readonly items: readonly SelectItemNode[];
  readonly window: WindowClauseNode | undefined;
}

export interface PipeSetNode extends WrittenNode {
  readonly type: 'PipeSet';
  /** `column = value` */
  readonly assignments: readonly { readonly column: NameNode; readonly value: ExpressionNode }[];
}

export interface PipeDrop extends WrittenNode {
  readonly type: 'PipeDrop';
  readonly columns: readonly NameNode[];
}

export interface PipeRename extends WrittenNode {
  readonly type: 'PipeRename';
  /** `column AS alias` */
  readonly columns: readonly { readonly column: NameNode; readonly alias: NameNode }[];
}

export interface PipeAs extends WrittenNode {
  readonly type: 'PipeAs';
  readonly alias: NameNode;
}

export type PipeDistinct = WordNode<'PipeDistinct'>;

/** `AGGREGATE result, … GROUP [AND ORDER] BY key, …` */
export interface PipeAggregateNode extends WrittenNode {
  readonly type: 'PipeAggregate';
  readonly results: readonly AggregateItemNode[];
  readonly keys: readonly AggregateItemNode[];
  readonly isOrdered: boolean;
}

/** An item that may say how the groups are sorted by it. */
export interface AggregateItemNode {
  readonly item: SelectItemNode;
  readonly order: Order;
}

/** `ASSERT condition, value, …`; the values are its message. */
export interface PipeAssertNode extends WrittenNode {
  readonly type: 'PipeAssert';
  readonly condition: ExpressionNode;
  readonly payload: readonly ExpressionNode[];
}

/** `UNION ALL (query), …` */
export interface PipeSetOperationNode extends WrittenNode {
  readonly type: 'PipeSetOperation';
  readonly operator: SetOperatorNode;
  readonly queries: readonly QueryNode[];
}

/** Queries with UNION, INTERSECT or EXCEPT between them. */
export interface SetOperationNode extends WrittenNode {
  readonly type: 'SetOperation';
  readonly operator: SetOperatorNode;
  /** Queries from the first to the last; several have the same operator between them. */
  readonly operands: readonly QueryNode[];
  readonly orderBy: OrderByNode | undefined;
  readonly limit: LimitNode | undefined;
}

/** UNION, INTERSECT or EXCEPT, as it stands between two queries or in a pipe. */
export interface SetOperatorNode extends WrittenNode {
  /** Name, such as `UNION ALL`. */
  readonly name: string;
  /** Undefined where columns go by their positions. */
  readonly mode: MatchMode | undefined;
  /** Columns of BY NAME ON (…) and CORRESPONDING BY (…). */
  readonly columns: readonly NameNode[] | undefined;
}

/** The treatment of columns that not every query has, where columns go by their names. */
export type MatchMode = 'STRICT' | 'INNER' | 'LEFT' | 'FULL';

/** `WITH name AS (…), …` */
export interface WithClauseNode extends WrittenNode {
  readonly isRecursive: boolean;
  readonly queries: readonly WithQueryNode[];
}

export interface WithQueryNode extends WrittenNode {
  /** Name without backticks. */
  readonly name: string;
  readonly query: QueryNode;
}

/** A condition behind ON, WHERE, HAVING or QUALIFY. */
export interface ConditionNode extends WrittenNode {
  readonly condition: ExpressionNode;
}

/** `(query) ORDER BY … LIMIT …` */
export interface BracketedQueryNode extends WrittenNode {
  readonly type: 'BracketedQuery';
  readonly query: QueryNode;
  readonly orderBy: OrderByNode | undefined;
  readonly limit: LimitNode | undefined;
}
