import { type FromItem } from './from-item.js';
import { type Condition } from './condition.js';
import { type GroupBy } from './group-by.js';
import { type NameNode } from './name-node.js';
import { type LimitNode, type OrderBy } from './ordering.js';
import { type NamedWindow } from './window.js';
import { type WrittenNode } from './written-node.js';

/** One SELECT, without the WITH in front of it. */
export interface Select<Expression, Query> extends WrittenNode {
  readonly type: 'Select';
  /** The word DISTINCT. */
  readonly distinct: WrittenNode | undefined;
  /** `AS STRUCT`, `AS VALUE` */
  readonly rowsAs: 'STRUCT' | 'VALUE' | undefined;
  readonly items: readonly SelectItem<Expression>[];
  readonly from: FromItem<Expression, Query> | undefined;
  readonly where: Condition<Expression> | undefined;
  readonly groupBy: GroupBy<Expression> | undefined;
  readonly having: Condition<Expression> | undefined;
  readonly qualify: Condition<Expression> | undefined;
  readonly window: WindowClause<Expression> | undefined;
  readonly orderBy: OrderBy<Expression> | undefined;
  readonly limit: LimitNode | undefined;
}

export type SelectItem<Expression> = ExpressionItem<Expression> | StarItem<Expression>;

/** `expression AS alias` */
export interface ExpressionItem<Expression> extends WrittenNode {
  readonly type: 'ExpressionItem';
  readonly value: Expression;
  readonly alias: NameNode | undefined;
}

/** `item.* EXCEPT (a) REPLACE (expression AS b)` */
export interface StarItem<Expression> extends WrittenNode {
  readonly type: 'StarItem';
  /** Value in front of the dot. */
  readonly of: Expression | undefined;
  readonly star: WrittenNode;
  readonly except: readonly NameNode[];
  readonly replace: readonly Replacement<Expression>[];
}

/** `expression AS column` in REPLACE. */
export interface Replacement<Expression> extends ExpressionItem<Expression> {
  readonly alias: NameNode;
}

/** `WINDOW name AS …, …` */
export interface WindowClause<Expression> extends WrittenNode {
  readonly windows: readonly NamedWindow<Expression>[];
}
