import { CATALOGUE } from '../functions/catalogue.js';
import { isConstant, isQuery } from './constant-expression.js';
import type { SyntaxNode } from '../parser/syntax-node.js';

/** What an operand decides in the operation that it stands in. `whole`: it is an operation of values and constants by itself. */
export type UseKind = 'whole' | 'divisor' | 'zone' | 'position' | 'length' | 'option';

/** A condition of values alone, under which an operand is used. */
export interface UseGuard<T extends SyntaxNode> {
  readonly condition: T;
  readonly holds: boolean;
}

/** An operand that is made of parameters and constants alone, so that nothing but the values of a call decides what it is. */
export interface ValueUse<T extends SyntaxNode> {
  readonly kind: UseKind;
  readonly operand: T;
  readonly guards: readonly UseGuard<T>[];
  /** The same operation over something that every such operation can work with, in GoogleSQL; the operand is `@value`. */
  readonly trial: string;
  /** The parameters that it is made of, as they are written. */
  readonly parameters: readonly string[];
}

export interface ValueUses<T extends SyntaxNode> {
  readonly uses: readonly ValueUse<T>[];
  /** Some place in an array is worked out from rows, or is written as it is. */
  readonly hasOtherPosition: boolean;
}

type Role = readonly [argument: number, kind: UseKind, trial: string];

const zone = (argument: number): Role => [argument, 'zone', "DATETIME(TIMESTAMP '2000-01-01 00:00:00+00', @value)"];

/** Nodes that are no expressions by themselves, and hold some. */
const HOLDERS = new Set([
  ...['KeywordWithExpr', 'LimitClause', 'CaseExprArm', 'CastArgument', 'ExtractArgument', 'IntervalLiteral'],
  ...['CallingUnnest', 'Keyword', 'Type'],
]);

/** Expressions that nothing can be wrong with. */
const LEAVES = new Set(['Parameter', 'NumericLiteral', 'StringLiteral', 'BooleanLiteral', 'NullLiteral', 'Identifier']);

const NO_POSITION = { position: undefined, trial: '' };

/**
 * Where a query uses values of a call alone. Names mean columns here, whatever they stand for.
 *
 * @param isDeep also the operands within operations that are made of values by themselves
 */
export function valueUses<T extends SyntaxNode>(query: T, isDeep = false): ValueUses<T> {
  const uses: ValueUse<T>[] = [];
  let hasOtherPosition = false;

  const use = (operand: T, guards: readonly UseGuard<T>[], kind: UseKind, trial: string): boolean => {
    if (!isConstant(operand)) return false;
    // Whether a constant is worked out at all may be what values decide.
    const deciding = kind === 'whole' ? guards.map(({ condition }) => condition) : [];
    const parameters = [...new Set([operand, ...deciding].flatMap(parametersOf))];
    if (parameters.length === 0) return false;
    uses.push({ kind, operand, guards, trial, parameters });
    return true;
  };

  const visit = (node: T, guards: readonly UseGuard<T>[]): void => {
    const isOfValues = !isQuery(node) && !HOLDERS.has(node.type) && isConstant(node);
    if (isOfValues && !LEAVES.has(node.type) && use(node, guards, 'whole', '@value') && !isDeep) return;
    for (const [operand, kind, trial] of rolesIn(node)) use(operand, guards, kind, trial);
    const { position, trial } = isConstant(node) ? NO_POSITION : positionIn(node);
    if (position && position.type !== 'StringLiteral') {
      hasOtherPosition = !use(position, guards, 'position', trial) || hasOtherPosition;
    }
    for (const { child, under } of guardedChildren(node)) visit(child, [...guards, ...under]);
  };

  visit(query, []);
  return { uses, hasOtherPosition };
}

function rolesIn<T extends SyntaxNode>(node: T): (readonly [operand: T, kind: UseKind, trial: string])[] {
  const part = (name: string, [, kind, trial]: Role): (readonly [T, UseKind, string])[] => {
    const operand = node.child(name);
    return operand ? [[operand, kind, trial]] : [];
  };
  switch (node.type) {
    case 'BinaryOperator':
      if (node.text === '/') return part('right', [1, 'divisor', '1 / @value']);
      return node.keyword === 'AT' ? part('right', zone(1)) : [];
    case 'ExtractArgument':
      return part('time_zone', zone(1));
    case 'LimitClause': {
      const trial = '(SELECT 1 LIMIT @value)';
      const operands = [node.child('expr'), node.child('offset')?.child('expr')];
      return operands.flatMap((operand) => (operand ? [[operand, 'option', trial] as const] : []));
    }
    case 'CallingFunction':
      return rolesOf(node).flatMap(([index, kind, trial]) => {
        const argument = node.list('args')[index];
        if (!argument) return [];
        if (argument.type !== 'IntervalLiteral')
          return trial.includes('PART') ? [] : [[argument, kind, trial] as const];
        const [amount, unit] = [argument.child('expr'), argument.child('date_part')];
        return amount && unit ? [[amount, kind, trial.replace('PART', unit.keyword)] as const] : [];
      });
    default:
      return [];
  }
}

/** Arguments that decide by themselves whether the function can work at all. */
function rolesOf(call: SyntaxNode): readonly Role[] {
  const { deciding = [], zone: place } = CATALOGUE.get(call.child('func')?.keyword ?? '') ?? {};
  return place === undefined || call.list('args')[place]?.type === 'ExtractArgument'
    ? deciding
    : [...deciding, zone(place)];
}

/** What stands between the brackets of `array[…]`, where it has to be in the array. There is nothing in front of any array. */
function positionIn<T extends SyntaxNode>(node: T): { readonly position: T | undefined; readonly trial: string } {
  const right = node.type === 'AccessOperator' ? node.child('right') : undefined;
  const name = right?.type === 'CallingFunction' ? right.child('func')?.keyword : undefined;
  if (name === 'ORDINAL') return { position: right?.list('args')[0], trial: '[1][ORDINAL(LEAST(@value, 1))]' };
  const position = name === 'OFFSET' ? right?.list('args')[0] : right;
  return { position: name?.startsWith('SAFE_') ? undefined : position, trial: '[1][OFFSET(LEAST(@value, 0))]' };
}

interface GuardedChild<T extends SyntaxNode> {
  readonly child: T;
  readonly under: readonly UseGuard<T>[];
}

/** The children, and those conditions of IF and CASE that values alone decide. */
function guardedChildren<T extends SyntaxNode>(node: T): GuardedChild<T>[] {
  if (node.type === 'CallingFunction' && node.child('func')?.keyword === 'IF') {
    const [condition, ...branches] = node.list('args');
    return [
      ...unguarded(condition),
      ...branches.map((child, index) => ({ child, under: guard(condition, index === 0) })),
    ];
  }
  if (node.type === 'CaseExpr' && !node.has('expr')) {
    const arms = node.list('arms');
    return arms.map((child, index) => ({
      child,
      under: [
        ...arms.slice(0, index).flatMap((before) => guard(before.child('expr'), false)),
        ...guard(child.child('expr'), true),
      ],
    }));
  }
  return node.children().flatMap(unguarded);
}

function unguarded<T extends SyntaxNode>(child: T | undefined): GuardedChild<T>[] {
  return child ? [{ child, under: [] }] : [];
}

function guard<T extends SyntaxNode>(condition: T | undefined, holds: boolean): UseGuard<T>[] {
  return condition && isConstant(condition) ? [{ condition, holds }] : [];
}

/** The operations on constants within an operand, which no value of a call has to do with. */
export function constantOperations<T extends SyntaxNode>(operand: T): readonly T[] {
  if (parametersOf(operand).length > 0) return operand.children().flatMap(constantOperations);
  return HOLDERS.has(operand.type) || LEAVES.has(operand.type) ? [] : [operand];
}

function parametersOf(node: SyntaxNode): readonly string[] {
  if (node.type === 'Parameter') return [node.text.slice(1)];
  return [...new Set(node.children().flatMap(parametersOf))];
}
