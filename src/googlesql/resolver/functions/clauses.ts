import { refuseUnordered } from '../sort-key.js';
import { type CallNode } from '../../ast/nodes.js';
import { AGGREGATE_NAMES, CATALOGUE, WINDOW_NAMES } from '../../functions/catalogue.js';
import { byPlace } from '../../tokens/text-position.js';
import { isNested, typeName } from '../../types/types.js';
import { refuseAggregate, refuseWindow } from '../aggregation.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { isNumber, refuseLiteralKey } from '../literal-key.js';
import { type Call, type WindowFacts } from './call.js';
import { knownFunction } from './known-function.js';

/** Refuses SAFE and OVER where they cannot stand, OVER where it is missing, and aggregates and windows within a call that sees none. */
export function refuseMisplaced(node: CallNode): void {
  const { name, isSafe, over, args, orderBy, having } = node;
  const isAggregate = AGGREGATE_NAMES.has(name);
  const isWindow = WINDOW_NAMES.has(name);
  if (isSafe && knownFunction(node).isExpression) throw unsupportedAt(node, `SAFE.${name}`);
  if (isSafe && (over || isWindow || isAggregate)) throw errorAt(node, 'SAFE. goes with scalar functions alone');
  if (over) {
    const traits = knownFunction(node);
    if (traits.kind === 'scalar' || traits.over === 'refused') throw errorAt(node, `${name} takes no OVER`);
    for (const arg of args) refuseWindow(arg, name);
    return;
  }
  if (isWindow) throw errorAt(node, `${name} needs OVER (…)`);
  if (!isAggregate) return;
  const keys = [...(orderBy?.items.map(({ key }) => key) ?? []), ...(having ? [having.key] : [])];
  for (const part of [...args, ...keys]) {
    refuseAggregate(part, `inside ${name} it has no groups; work it out in a WITH query first`);
    refuseWindow(part, name);
  }
}

/** Refuses a window that the function does not take, and clauses in its parentheses beside one. */
export function refuseWindowClauses(node: CallNode, { isOrdered, isFramed }: WindowFacts): void {
  const { name } = node;
  const { order, frame } = CATALOGUE.get(name) ?? {};
  if (order === 'needed' && !isOrdered) throw errorAt(node, `${name} needs ORDER BY in its OVER`);
  if (order === 'refused' && isOrdered) throw errorAt(node, `${name} takes no ORDER BY in its OVER`);
  if (frame === 'refused' && isFramed) throw errorAt(node, `${name} takes no frame of ROWS or RANGE`);
  if (node.distinct && isOrdered) throw errorAt(node, `${name}(DISTINCT …) takes no ORDER BY in its OVER`);
  const clause = node.orderBy ?? node.limit ?? node.having;
  if (clause) {
    const words = clause === node.orderBy ? 'ORDER BY' : clause.text.toUpperCase();
    throw errorAt(node, `${name} … OVER takes no ${words} in its parentheses`);
  }
}

/** Refuses a key of HAVING MAX that has no order. */
export function expectExtremeKey(call: Call): void {
  const { having } = call.node;
  if (!having || !AGGREGATE_NAMES.has(call.name)) return;
  const { type } = call.value(having.key);
  if (isNested(type)) throw errorAt(having, `${typeName(type)} has no greatest and no least value`);
}

/** Refuses keys in the parentheses of an aggregate function that ORDER BY does not take. */
export function expectOrder(call: Call): void {
  const { orderBy } = call.node;
  for (const { key } of orderBy?.items ?? []) {
    if (isNumber(key)) throw errorAt(key, 'values are ordered by an expression, not by a position');
    refuseLiteralKey(key);
    refuseUnordered(key, call.value(key).type);
  }
}

/** Refuses the clauses that a function does not take in its parentheses. */
export function refuseOtherClauses(node: CallNode): void {
  const { distinct, nulls, having, orderBy, limit, name, over } = node;
  const taken = new Set<string>(CATALOGUE.get(name)?.clauses);
  const isExtreme = AGGREGATE_NAMES.has(name) && !over;
  const clauses = Object.entries({ distinct, nulls, orderBy, limit }).filter(([clause]) => !taken.has(clause));
  const others = [...clauses.map(([, clause]) => clause), isExtreme ? undefined : having];
  const [other] = others.flatMap((clause) => clause ?? []).sort(byPlace);
  if (other) throw unsupportedAt(other, `"${other.text}" here`);
}
