import { type CallNode, type ExpressionNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { functionsThat } from '../functions/catalogue.js';
import { isConstant } from './constant.js';
import { type Scan, type ScansOf } from './scan.js';

/** Functions through which a lower bound still selects partitions, by the place of their argument. */
const PRUNING = functionsThat(({ isMonotonic }) => isMonotonic === true);

const COMPARISONS = new Set(['=', '<', '<=', '>', '>=', '!=', '<>', 'LIKE', 'IS']);

/** The scans whose partition column a condition bounds from below by a constant. Doubtful scans are among them: a warning must be right. */
export function boundScans(condition: ExpressionNode, scansOf: ScansOf): ReadonlySet<Scan> {
  switch (condition.type) {
    case 'Brackets':
      return boundScans(condition.inner, scansOf);
    case 'Binary': {
      const { operator, left, right } = condition;
      if (operator === 'AND') return union(boundScans(left, scansOf), boundScans(right, scansOf));
      // A bound on one side of OR alone does not hold.
      if (operator === 'OR') return intersection(boundScans(left, scansOf), boundScans(right, scansOf));
      if (COMPARISONS.has(operator)) return comparedScans(operator, left, right, scansOf);
      return mentionedScans(condition, scansOf);
    }
    case 'Between':
      return scansIf(!condition.isNegated && isConstant(condition.least), condition.left, scansOf);
    case 'In': {
      const among = partsOf(condition).filter((part) => part !== condition.left);
      return scansIf(!condition.isNegated && among.every(isConstant), condition.left, scansOf);
    }
    default:
      return mentionedScans(condition, scansOf);
  }
}

/** The scans whose partition column an expression is, or truncates. */
export function partitionScans(node: ExpressionNode, scansOf: ScansOf): readonly Scan[] {
  switch (node.type) {
    case 'Brackets':
      return partitionScans(node.inner, scansOf);
    case 'Name':
    case 'Field':
      return scansOf(node);
    case 'Call': {
      const argument = prunedArgument(node);
      return argument ? partitionScans(argument, scansOf) : [];
    }
    default:
      return [];
  }
}

function prunedArgument({ name, isSafe, args }: CallNode): ExpressionNode | undefined {
  if (isSafe || !PRUNING.has(name)) return undefined;
  const [argument] = args;
  if (argument?.type === 'CastOperand') return argument.value;
  if (argument?.type !== 'ExtractOperand') return argument;
  // All other parts repeat themselves in time.
  return argument.part.text.toUpperCase() === 'DATE' ? argument.value : undefined;
}

function comparedScans(
  operator: string,
  left: ExpressionNode,
  right: ExpressionNode,
  scansOf: ScansOf,
): ReadonlySet<Scan> {
  const bounded = (lower: readonly string[], column: ExpressionNode, value: ExpressionNode) =>
    lower.includes(operator) && isConstant(value) ? partitionScans(column, scansOf) : [];
  return new Set([...bounded(['=', '>', '>='], left, right), ...bounded(['=', '<', '<='], right, left)]);
}

/** Pairs of scans that a condition holds to the same partitions: a bound of one may be carried over to the other. */
export function linkedScans(condition: ExpressionNode, scansOf: ScansOf): readonly (readonly Scan[])[] {
  if (condition.type === 'Brackets') return linkedScans(condition.inner, scansOf);
  if (condition.type !== 'Binary') return [];
  const { operator, left, right } = condition;
  if (operator === 'AND') return [...linkedScans(left, scansOf), ...linkedScans(right, scansOf)];
  return operator === '=' ? [[left, right].flatMap((side) => partitionScans(side, scansOf))] : [];
}

function scansIf(condition: boolean, node: ExpressionNode, scansOf: ScansOf): ReadonlySet<Scan> {
  return new Set(condition ? partitionScans(node, scansOf) : []);
}

function mentionedScans(node: ExpressionNode, scansOf: ScansOf): ReadonlySet<Scan> {
  const found = new Set<Scan>();
  const look = (each: TreeNode): void => {
    if (each.type === 'Query') return;
    if (each.type === 'Name' || each.type === 'Field' || each.type === 'Call') {
      for (const scan of partitionScans(each, scansOf)) found.add(scan);
    }
    partsOf(each).forEach(look);
  };
  look(node);
  return found;
}

function union<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one, ...other]);
}

function intersection<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one].filter((each) => other.has(each)));
}
