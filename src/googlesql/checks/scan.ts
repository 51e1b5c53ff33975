import type { SyntaxNode } from '../parser/syntax-node.js';
import type { TextPosition } from '../tokens/text-position.js';

/** One reading of a table. A WITH query that is named twice is read twice. */
export interface Scan extends TextPosition {
  readonly table: string;
  /** Nothing bounds the column that its table is partitioned by, as far as can be told. */
  isUnbounded: boolean;
}

/** A column of a query's answer or of a FROM item, and the scans whose partition column it is. */
export interface ScannedColumn {
  readonly name: string | undefined;
  readonly scans: readonly Scan[];
}

/** What a query or a FROM item offers. */
export interface ScannedRelation {
  /** The name that a FROM item is called by. */
  readonly name?: string | undefined;
  readonly columns: readonly ScannedColumn[];
  /** There may be columns beside these, so that their positions are not known. */
  readonly isOpen: boolean;
}

export const UNKNOWN: ScannedRelation = { columns: [], isOpen: true };

export function scansOf({ columns }: Pick<ScannedRelation, 'columns'>): Scan[] {
  return columns.flatMap(({ scans }) => scans);
}

/** A name without its quotes. */
export function nameOf({ text }: SyntaxNode): string {
  return text.startsWith('`') ? text.slice(1, -1) : text;
}

export function isSameName(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

export function aliasOf(node: SyntaxNode): string | undefined {
  const alias = node.child('alias');
  return alias && nameOf(alias);
}

/** The parts of `project.dataset.table`, however it is quoted; `my-project` is one part of several tokens. */
export function pathOf(item: SyntaxNode): string[] {
  const [left, right] = [item.child('left'), item.child('right')];
  if (item.type === 'DotOperator' && left && right) return [...pathOf(left), ...pathOf(right)];
  const text = [item.text, ...item.list('trailing_idents').map((each) => each.text)].join('');
  return (text.startsWith('`') ? text.slice(1, -1) : text).split('.');
}
