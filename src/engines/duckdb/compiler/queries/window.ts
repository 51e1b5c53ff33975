import { type OrderItemNode } from '../../../../googlesql/ast/nodes.js';
import { type SqlType } from '../../../../googlesql/types/types.js';
import { type Sql } from '../sql-tree/sql.js';

/** The window after OVER, with the windows that it names put in. */
export interface Window {
  readonly partition: readonly Sql[];
  readonly order: readonly Sql[];
  readonly frame: Sql;
  /** Keys of its ORDER BY. */
  readonly keys: readonly WindowKey[];
}

export interface WindowKey {
  readonly item: OrderItemNode;
  readonly sql: Sql;
  readonly type: SqlType;
}
