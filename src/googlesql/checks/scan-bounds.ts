import { functionsThat } from '../functions/catalogue.js';
import { isConstant, isQuery } from './constant-expression.js';
import { isSameName, nameOf, type ScannedRelation, type Scan } from './scan.js';
import type { SyntaxNode } from '../parser/syntax-node.js';

/** Functions through which a lower bound still selects partitions, by where their argument is. */
const PRUNING = functionsThat(({ isMonotonic }) => isMonotonic === true);

const COMPARISONS = new Set(['=', '<', '<=', '>', '>=', '!=', '<>', 'LIKE', 'IS']);

/**
 * The scans whose partition column a condition bounds from below by a constant. Where it cannot be told whether it does, the
 * scan is among them: a warning is to be right.
 */
export function boundScans(condition: SyntaxNode, relations: readonly ScannedRelation[]): ReadonlySet<Scan> {
  const inner = condition.child('expr');
  if (condition.type === 'GroupedExpr' && inner) return boundScans(inner, relations);
  const [left, right] = [condition.child('left'), condition.child('right')];
  if (left && right && condition.type === 'BinaryOperator') {
    if (condition.keyword === 'AND') return union(boundScans(left, relations), boundScans(right, relations));
    // One of two is true; only what either of them bounds is bounded.
    if (condition.keyword === 'OR') return intersection(boundScans(left, relations), boundScans(right, relations));
    if (COMPARISONS.has(condition.keyword)) return comparedScans(condition, left, right, relations);
  }
  if (left && condition.type === 'BetweenOperator') {
    const low = condition.child('right_min');
    return scansIf(!condition.has('not') && low !== undefined && isConstant(low), left, relations);
  }
  if (left && right && condition.type === 'InOperator') {
    return scansIf(!condition.has('not') && isConstant(right), left, relations);
  }
  return mentionedScans(condition, relations);
}

/** The scans whose partition column an expression is, or is a truncation of. */
export function partitionScans(node: SyntaxNode, relations: readonly ScannedRelation[]): readonly Scan[] {
  const inner = node.type === 'GroupedExpr' ? node.child('expr') : prunedArgument(node);
  if (inner) return partitionScans(inner, relations);
  if (node.type === 'Identifier') return relations.flatMap((relation) => columnScans(relation, nameOf(node)));
  const [left, right] = [node.child('left'), node.child('right')];
  if (node.type !== 'DotOperator' || left?.type !== 'Identifier' || !right) return [];
  const owner = relations.filter(({ name }) => isSameName(name, nameOf(left)));
  return owner.flatMap((relation) => columnScans(relation, nameOf(right)));
}

function columnScans({ columns }: ScannedRelation, wanted: string): readonly Scan[] {
  return columns.filter(({ name }) => isSameName(name, wanted)).flatMap(({ scans }) => scans);
}

function prunedArgument(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'CallingFunction' || !PRUNING.has(node.child('func')?.keyword ?? '')) return undefined;
  const [argument] = node.list('args');
  if (argument?.type === 'CastArgument') return argument.child('cast_from');
  if (argument?.type !== 'ExtractArgument') return argument;
  // Every other part comes round again.
  return argument.child('extract_datepart')?.keyword === 'DATE' ? argument.child('extract_from') : undefined;
}

function comparedScans(
  { keyword }: SyntaxNode,
  left: SyntaxNode,
  right: SyntaxNode,
  relations: readonly ScannedRelation[],
): ReadonlySet<Scan> {
  const bounded = (lower: readonly string[], column: SyntaxNode, value: SyntaxNode) =>
    lower.includes(keyword) && isConstant(value) ? partitionScans(column, relations) : [];
  return new Set([...bounded(['=', '>', '>='], left, right), ...bounded(['=', '<', '<='], right, left)]);
}

/** Pairs of scans that a condition holds to the same partitions: what bounds one of them may be carried over to the other. */
export function linkedScans(
  condition: SyntaxNode,
  relations: readonly ScannedRelation[],
): readonly (readonly Scan[])[] {
  const inner = condition.child('expr');
  if (condition.type === 'GroupedExpr' && inner) return linkedScans(inner, relations);
  const [left, right] = [condition.child('left'), condition.child('right')];
  if (!left || !right) return [];
  if (condition.keyword === 'AND') return [...linkedScans(left, relations), ...linkedScans(right, relations)];
  return condition.keyword === '=' ? [[left, right].flatMap((side) => partitionScans(side, relations))] : [];
}

function scansIf(condition: boolean, node: SyntaxNode, relations: readonly ScannedRelation[]): ReadonlySet<Scan> {
  return new Set(condition ? partitionScans(node, relations) : []);
}

function mentionedScans(node: SyntaxNode, relations: readonly ScannedRelation[]): ReadonlySet<Scan> {
  if (isQuery(node)) return new Set();
  const own = partitionScans(node, relations);
  return new Set([...own, ...node.children().flatMap((child) => [...mentionedScans(child, relations)])]);
}

function union<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one, ...other]);
}

function intersection<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one].filter((each) => other.has(each)));
}
