import { type PivotNode, type SelectNode } from '../../ast/nodes.js';
import { type Groups } from '../groups.js';

/** Facts about parts of a query that an engine's compiler asks for, by their nodes. */
export class Resolution {
  readonly groups = new Map<SelectNode, Groups>();
  /** The rows of SELECT DISTINCT, whose keys are all columns of the answer. */
  readonly distinct = new Map<SelectNode, Groups>();
  /** Places of the columns that PIVOT leaves as keys of its groups. */
  readonly pivotKeys = new Map<PivotNode, readonly number[]>();
}
