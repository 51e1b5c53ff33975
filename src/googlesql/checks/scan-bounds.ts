import { type CallNode, type ExpressionNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { functionsThat } from '../functions/catalogue.js';
import { isConstant } from './constant.js';
import { isSameName } from '../tokens/by-name.js';
import { type ScannedRelation, type Scan } from './scan.js';

/** Functions through which a lower bound still selects partitions, by the place of their argument. */
const PRUNING = functionsThat(({ isMonotonic }) => isMonotonic === true);

const COMPARISONS = new Set(['=', '<', '<=', '>', '>=', '!=', '<>', 'LIKE', 'IS']);

/** The scans whose partition column a condition bounds from below by a constant. Doubtful scans are among them: a warning must be right. */
export function boundScans(condition: ExpressionNode, relations: readonly ScannedRelation[]): ReadonlySet<Scan> {
  switch (condition.type) {
    case 'Brackets':
      return boundScans(condition.inner, relations);
    case 'Binary': {
      const { operator, left, right } = condition;
      if (operator === 'AND') return union(boundScans(left, relations), boundScans(right, relations));
      // A bound on one side of OR alone does not hold.
      if (operator === 'OR') return intersection(boundScans(left, relations), boundScans(right, relations));
      if (COMPARISONS.has(operator)) return comparedScans(operator, left, right, relations);
      return mentionedScans(condition, relations);
    }
    case 'Between':
      return scansIf(!condition.isNegated && isConstant(condition.least), condition.left, relations);
    case 'In': {
      const among = partsOf(condition).filter((part) => part !== condition.left);
      return scansIf(!condition.isNegated && among.every(isConstant), condition.left, relations);
    }
    default:
      return mentionedScans(condition, relations);
  }
}

/** The scans whose partition column an expression is, or truncates. */
export function partitionScans(node: ExpressionNode, relations: readonly ScannedRelation[]): readonly Scan[] {
  switch (node.type) {
    case 'Brackets':
      return partitionScans(node.inner, relations);
    case 'Name':
      return relations.flatMap((relation) => columnScans(relation, node.name));
    case 'Field': {
      const { operand, field } = node;
      if (operand.type !== 'Name') return [];
      const owner = relations.filter(({ name }) => isSameName(name, operand.name));
      return owner.flatMap((relation) => columnScans(relation, field.name));
    }
    case 'Call': {
      const argument = prunedArgument(node);
      return argument ? partitionScans(argument, relations) : [];
    }
    default:
      return [];
  }
}

function columnScans({ columns }: ScannedRelation, wanted: string): readonly Scan[] {
  return columns.filter(({ name }) => isSameName(name, wanted)).flatMap(({ scans }) => scans);
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
  relations: readonly ScannedRelation[],
): ReadonlySet<Scan> {
  const bounded = (lower: readonly string[], column: ExpressionNode, value: ExpressionNode) =>
    lower.includes(operator) && isConstant(value) ? partitionScans(column, relations) : [];
  return new Set([...bounded(['=', '>', '>='], left, right), ...bounded(['=', '<', '<='], right, left)]);
}

/** Pairs of scans that a condition holds to the same partitions: a bound of one may be carried over to the other. */
export function linkedScans(
  condition: ExpressionNode,
  relations: readonly ScannedRelation[],
): readonly (readonly Scan[])[] {
  if (condition.type === 'Brackets') return linkedScans(condition.inner, relations);
  if (condition.type !== 'Binary') return [];
  const { operator, left, right } = condition;
  if (operator === 'AND') return [...linkedScans(left, relations), ...linkedScans(right, relations)];
  return operator === '=' ? [[left, right].flatMap((side) => partitionScans(side, relations))] : [];
}

function scansIf(condition: boolean, node: ExpressionNode, relations: readonly ScannedRelation[]): ReadonlySet<Scan> {
  return new Set(condition ? partitionScans(node, relations) : []);
}

function mentionedScans(node: ExpressionNode, relations: readonly ScannedRelation[]): ReadonlySet<Scan> {
  const found = new Set<Scan>();
  const look = (each: TreeNode): void => {
    if (each.type === 'Query') return;
    if (each.type === 'Name' || each.type === 'Field' || each.type === 'Call') {
      for (const scan of partitionScans(each, relations)) found.add(scan);
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
