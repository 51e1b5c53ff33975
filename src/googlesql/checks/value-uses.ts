import { type CallNode, type CaseNode, type ElementNode, type ExpressionNode } from '../ast/nodes.js';
import { limitOf, partsOf, type TreeNode } from '../ast/parts.js';
import { CATALOGUE } from '../functions/catalogue.js';
import { isConstant } from './constant.js';

/** The role of an operand in its operation. `whole`: it is an operation of values and constants by itself. */
export type UseKind = 'whole' | 'divisor' | 'zone' | 'position' | 'length' | 'option';

/** A condition of values alone, under which an operand is used. */
export interface UseGuard {
  readonly condition: ExpressionNode;
  readonly holds: boolean;
}

/** An operand of parameters and constants alone, so that nothing but the values of a call decides its value. */
export interface ValueUse {
  readonly kind: UseKind;
  readonly operand: ExpressionNode;
  readonly guards: readonly UseGuard[];
  /** Same operation over values that never make it fail, in GoogleSQL; the operand is `@value`. */
  readonly trial: string;
  /** Parameters in it, as they are written. */
  readonly parameters: readonly string[];
}

export interface ValueUses {
  readonly uses: readonly ValueUse[];
  /** Whether some position in an array comes from rows, or is a literal. */
  readonly hasOtherPosition: boolean;
}

type Role = readonly [argument: number, kind: UseKind, trial: string];

/** An operand that decides by itself whether its operation can work at all. */
type Deciding = readonly [operand: ExpressionNode, kind: UseKind, trial: string];

const ZONE_TRIAL = "DATETIME(TIMESTAMP '2000-01-01 00:00:00+00', @value)";
const LIMIT_TRIAL = '(SELECT 1 LIMIT @value)';

const zone = (argument: number): Role => [argument, 'zone', ZONE_TRIAL];

/** Types of nodes that are operations: they can fail, and have a value. */
const OPERATIONS: ReadonlySet<TreeNode['type']> = new Set([
  ...(['Field', 'Element', 'Brackets', 'Prefix', 'Binary', 'QuantifiedLike', 'Between', 'In', 'DistinctFrom'] as const),
  ...(['Case', 'Array', 'Struct', 'Call'] as const),
]);

function isOperation(node: TreeNode): node is ExpressionNode {
  return OPERATIONS.has(node.type);
}

/**
 * The places where a query uses values of a call alone. All names count as columns here.
 *
 * @param isDeep whether operands within operations of values count as well
 */
export function valueUses(query: TreeNode, isDeep = false): ValueUses {
  const uses: ValueUse[] = [];
  let hasOtherPosition = false;

  const use = (operand: ExpressionNode, guards: readonly UseGuard[], kind: UseKind, trial: string): boolean => {
    if (!isConstant(operand)) return false;
    // Values may decide whether a constant is computed at all.
    const deciding = kind === 'whole' ? guards.map(({ condition }) => condition) : [];
    const parameters = [...new Set([operand, ...deciding].flatMap(parametersOf))];
    if (parameters.length === 0) return false;
    uses.push({ kind, operand, guards, trial, parameters });
    return true;
  };

  const visit = (node: TreeNode, guards: readonly UseGuard[]): void => {
    const isOfValues = isOperation(node) && isConstant(node);
    if (isOfValues && use(node, guards, 'whole', '@value') && !isDeep) return;
    for (const [operand, kind, trial] of decidingIn(node)) use(operand, guards, kind, trial);
    if (node.type === 'Element' && !isOfValues) {
      const [position, trial] = positionIn(node);
      if (position && position.type !== 'String') {
        hasOtherPosition = !use(position, guards, 'position', trial) || hasOtherPosition;
      }
    }
    for (const [part, under] of guardedParts(node)) visit(part, [...guards, ...under]);
  };

  visit(query, []);
  return { uses, hasOtherPosition };
}

function decidingIn(node: TreeNode): readonly Deciding[] {
  const limit = limitOf(node);
  if (limit) return options(limit.count, limit.offset);
  switch (node.type) {
    case 'Binary':
      return node.operator === '/' ? [[node.right, 'divisor', '1 / @value']] : [];
    case 'ExtractOperand':
      return zones(node.zone);
    case 'CastOperand':
      return zones(node.format?.zone);
    case 'Call':
      return [...argumentsOf(node), ...options(node.limit?.count)];
    default:
      return [];
  }
}

function options(...operands: readonly (ExpressionNode | undefined)[]): readonly Deciding[] {
  return operands.flatMap((operand) => (operand ? [[operand, 'option', LIMIT_TRIAL] as const] : []));
}

function zones(operand: ExpressionNode | undefined): readonly Deciding[] {
  return operand ? [[operand, 'zone', ZONE_TRIAL]] : [];
}

/** Arguments that decide by themselves whether the function can work at all. */
function argumentsOf({ name, isSafe, args }: CallNode): readonly Deciding[] {
  const { deciding = [], zone: place } = (isSafe ? undefined : CATALOGUE.get(name)) ?? {};
  const roles = place === undefined || args[place]?.type === 'ExtractOperand' ? deciding : [...deciding, zone(place)];
  return roles.flatMap(([index, kind, trial]): readonly Deciding[] => {
    const argument = args[index];
    if (!argument) return [];
    if (argument.type !== 'Interval') return trial.includes('PART') ? [] : [[argument, kind, trial]];
    return [[argument.amount, kind, trial.replace('PART', argument.part.text.toUpperCase())]];
  });
}

/** The position in `array[…]`, where it has to be in the array. No array has anything in front of it. */
function positionIn({ kind, position }: ElementNode): readonly [position: ExpressionNode | undefined, trial: string] {
  if (kind === 'ORDINAL') return [position, '[1][ORDINAL(LEAST(@value, 1))]'];
  return [kind?.startsWith('SAFE_') ? undefined : position, '[1][OFFSET(LEAST(@value, 0))]'];
}

type GuardedPart = readonly [part: TreeNode, under: readonly UseGuard[]];

/** The parts of a node, with those conditions of IF and CASE that values alone decide. */
function guardedParts(node: TreeNode): readonly GuardedPart[] {
  if (node.type === 'Call' && node.name === 'IF') {
    const [condition, ...branches] = node.args;
    if (!condition) return [];
    return [[condition, []], ...branches.map((part, index) => [part, guard(condition, index === 0)] as const)];
  }
  if (node.type === 'Case' && !node.subject) return caseParts(node);
  return partsOf(node).map((part) => [part, []]);
}

function caseParts({ arms, otherwise }: CaseNode): readonly GuardedPart[] {
  const found: GuardedPart[] = [];
  const before: UseGuard[] = [];
  for (const { when, result } of arms) {
    found.push([when, [...before]], [result, [...before, ...guard(when, true)]]);
    before.push(...guard(when, false));
  }
  return otherwise ? [...found, [otherwise, before]] : found;
}

function guard(condition: ExpressionNode, holds: boolean): readonly UseGuard[] {
  return isConstant(condition) ? [{ condition, holds }] : [];
}

/** The operations on constants within an operand, which values of a call have no part in. */
export function constantOperations(operand: TreeNode): readonly ExpressionNode[] {
  if (parametersOf(operand).length > 0) return partsOf(operand).flatMap(constantOperations);
  return isOperation(operand) ? [operand] : [];
}

function parametersOf(node: TreeNode): readonly string[] {
  if (node.type === 'Parameter') return [node.text.slice(1)];
  return [...new Set(partsOf(node).flatMap(parametersOf))];
}
