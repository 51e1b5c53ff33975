import { type IntegerNode, type StringNode } from './literal-node.js';
import { type NameNode } from './name-node.js';
import { type WrittenNode } from './written-node.js';

/** `PIVOT(aggregate FOR input IN (value, …)) AS alias` */
export interface Pivot<Expression> extends WrittenNode {
  readonly type: 'Pivot';
  readonly aggregates: readonly AliasedNode<Expression>[];
  readonly input: Expression;
  readonly values: readonly AliasedNode<Expression>[];
  readonly alias: NameNode | undefined;
}

/** `value AS alias` */
export interface AliasedNode<Expression> extends WrittenNode {
  readonly value: Expression;
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
