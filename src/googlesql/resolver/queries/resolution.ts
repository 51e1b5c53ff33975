import {
  type ExpressionNode,
  type FieldNode,
  type NameNode,
  type PipeOperatorNode,
  type PipeSetOperationNode,
  type PivotNode,
  type QueryNode,
  type SelectNode,
  type SetOperationNode,
  type StarItemNode,
  type TableNode,
  type Unpivot,
  type WindowNode,
  type WrittenNode,
} from '../../ast/nodes.js';
import { type Groups } from '../groups.js';
import { type NamePlace, type RowPlace } from '../names/name-place.js';
import { type RowColumn, type Star } from '../names/star.js';
import { type ChangedRows } from '../pipes/changed-columns.js';
import { type WholeRows } from '../pipes/whole-rows.js';
import { type UnpivotColumns } from '../pivot/unpivot-columns.js';
import { type SetColumn } from '../set-columns.js';
import { type TableColumns } from '../tables.js';
import { type Window } from '../windows/windows.js';

/** Facts of one kind, by the nodes that they are about. */
class Facts<N extends WrittenNode, F> {
  private readonly facts = new Map<N, F>();

  note(node: N, fact: F): void {
    this.facts.set(node, fact);
  }

  find(node: N): F | undefined {
    return this.facts.get(node);
  }

  all(): readonly F[] {
    return [...this.facts.values()];
  }

  /** @throws TypeError for a node that has not been resolved */
  of(node: N): F {
    const fact = this.find(node);
    if (fact === undefined) throw new TypeError(`"${node.text}" has not been resolved`);
    return fact;
  }
}

/** A query of WITH that is read in FROM, or a table; neither where a query has been given. */
export interface ReadSource {
  readonly query?: QueryNode | undefined;
  readonly table?: TableColumns | undefined;
}

/** Facts about parts of a query, which an engine's compiler asks for. */
export class Resolution {
  /** Groups that a query puts its rows into. */
  readonly groups = new Facts<SelectNode, Groups>();
  /** Meanings of names, and of paths of an item and its column. */
  readonly names = new Facts<WrittenNode, NamePlace>();
  /** Places of fields in their STRUCTs. */
  readonly fields = new Facts<FieldNode, number>();
  /** Columns that stars stand for. */
  readonly stars = new Facts<StarItemNode, Star>();
  /** Windows behind OVER. */
  readonly windows = new Facts<WindowNode, Window>();
  /** Columns that USING names on both sides of a join. */
  readonly sides = new Facts<NameNode, readonly [left: RowPlace, right: RowPlace]>();
  /** Places of the columns of the answer that keys of GROUP BY and ORDER BY mean. */
  readonly outputs = new Facts<ExpressionNode, number>();
  /** Columns that numbers in ORDER BY of a pipe stand for. */
  readonly numbers = new Facts<ExpressionNode, RowPlace>();
  /** Tables that are read, and queries of WITH. */
  readonly sources = new Facts<TableNode, ReadSource>();
  /** Paths in FROM that are arrays, and the places of the items before them that they are columns of; -1 for those of queries around. */
  readonly arrays = new Facts<TableNode, { readonly owner: number }>();
  /** Columns of set operations. */
  readonly sets = new Facts<SetOperationNode | PipeSetOperationNode, readonly SetColumn[]>();
  /** Columns of recursive terms, by their places: one for each column of the base term. */
  readonly terms = new Facts<QueryNode, readonly number[]>();
  /** Rows that an operator of a pipe hands on as a whole, or that are the answer. */
  readonly rows = new Facts<WrittenNode, WholeRows>();
  /** Columns behind SET, DROP and RENAME. */
  readonly changes = new Facts<PipeOperatorNode, ChangedRows>();
  /** Columns that PIVOT leaves as keys of its groups, and the names of those that it makes. */
  readonly pivots = new Facts<PivotNode, { readonly keys: readonly RowColumn[]; readonly names: readonly string[] }>();
  /** Columns of UNPIVOT. */
  readonly unpivots = new Facts<Unpivot, UnpivotColumns>();
}
