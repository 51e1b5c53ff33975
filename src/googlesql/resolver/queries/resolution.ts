import { type PivotNode, type SelectNode } from '../../ast/nodes.js';
import { type Groups } from '../groups.js';

/** Facts about parts of a query that an engine's compiler asks for, by their nodes. */
export class Resolution {
  private readonly groups = new Map<SelectNode, Groups>();
  private readonly distinct = new Map<SelectNode, Groups>();
  private readonly pivotKeys = new Map<PivotNode, readonly number[]>();

  noteGroups(node: SelectNode, groups: Groups): void {
    this.groups.set(node, groups);
  }

  noteDistinct(node: SelectNode, rows: Groups): void {
    this.distinct.set(node, rows);
  }

  notePivotKeys(node: PivotNode, places: readonly number[]): void {
    this.pivotKeys.set(node, places);
  }

  /** Returns the groups that a query puts its rows into; undefined where it makes none. */
  groupsOf(node: SelectNode): Groups | undefined {
    return this.groups.get(node);
  }

  /** Returns the rows of SELECT DISTINCT, whose keys are all columns of the answer. @throws TypeError for another query */
  distinctOf(node: SelectNode): Groups {
    return known(this.distinct.get(node), node);
  }

  /** Returns the places of the columns that PIVOT leaves as keys of its groups. @throws TypeError for one that was not resolved */
  pivotKeysOf(node: PivotNode): readonly number[] {
    return known(this.pivotKeys.get(node), node);
  }
}

function known<T>(fact: T | undefined, { text }: PivotNode | SelectNode): T {
  if (fact === undefined) throw new TypeError(`"${text}" has not been resolved`);
  return fact;
}
