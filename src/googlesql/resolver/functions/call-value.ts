import { arrayAround } from '../expressions/constructors.js';
import { onlyColumn } from '../expressions/only-column.js';
import { type QueryNode } from '../../ast/nodes.js';
import { CATALOGUE } from '../../functions/catalogue.js';
import { formFor, type Overload, overloadFor, overloadsOf } from '../../functions/overload.js';
import { type TypedValue } from '../../types/coercion.js';
import { BOOL, definiteType, INT64, isUndecided, sameType, type SqlType, withoutNull } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { AGGREGATE_TYPES, WINDOW_TYPES } from './aggregate-types.js';
import { expectCount, expectNamed, noForm } from './arguments.js';
import { ARRAY_TYPES } from './array-types.js';
import { type Call, type CallSurroundings, type TypeRule } from './call.js';
import { CIVIL_TYPES } from './civil-types.js';
import { expectOrder, refuseMisplaced, refuseOtherClauses, refuseWindowClauses } from './clauses.js';
import { CONDITION_TYPES } from './condition-types.js';
import { JSON_TYPES } from './json-types.js';
import { knownFunction } from './known-function.js';
import { TEXT_TYPES } from './text-types.js';
import { TIME_TYPES } from './time-types.js';

/** Rules for the types of functions that have no signature. */
const TYPE_RULES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ...AGGREGATE_TYPES,
  ...ARRAY_TYPES,
  ...CIVIL_TYPES,
  ...CONDITION_TYPES,
  ...JSON_TYPES,
  ...TEXT_TYPES,
  ...TIME_TYPES,
  ...WINDOW_TYPES,
]);

/** The value of a call. */
export function callValue(call: Call, { columns, window }: CallSurroundings): TypedValue {
  const { node } = call;
  refuseMisplaced(node);
  if (window) refuseWindowClauses(node, window);
  const { isElsewhere } = knownFunction(node);
  if (isElsewhere) return openValue(call);
  expectCount(call);
  expectNamed(call);
  const type = (columns && queryType(call, columns)) ?? callType(call);
  expectOrder(call);
  refuseOtherClauses(node);
  return type === OPEN.type ? OPEN : { type: isUndecided(type) ? INT64 : withoutNull(type) };
}

/** The value of a function of which nothing but the name is known. */
function openValue(call: Call): TypedValue {
  for (const arg of call.args) call.value(arg);
  return OPEN;
}

/**
 * The type of a function's value, by its rule or its signature: that of NULL for a function of NULL alone, whose value is an INT64 then.
 *
 * @throws DialectError for arguments that it does not take
 */
export function callType(call: Call): SqlType {
  const rule = TYPE_RULES.get(call.name);
  if (rule) return rule(call);
  const { signature = '' } = CATALOGUE.get(call.name) ?? {};
  const overloads = overloadsOf(signature);
  const values = call.args.map((arg) => call.value(arg));
  const found = overloadFor(overloads, values);
  if (!found) throw noForm(call, signature, values);
  return values.some(isOpen) ? certainType(overloads, values) : formFor(found, values).returns;
}

/** The type that all forms have for these values; open where they have several. */
function certainType(overloads: readonly Overload[], values: readonly TypedValue[]): SqlType {
  const fitting = overloads.filter((overload) => overloadFor([overload], values));
  const [first, ...others] = fitting.map((overload) => formFor(overload, values).returns);
  return first && others.every((type) => sameType(type, first)) ? first : OPEN.type;
}

/** The type of a function of a query's rows; undefined for all others. */
function queryType(call: Call, columns: NonNullable<CallSurroundings['columns']>): SqlType | undefined {
  if (call.name !== 'ARRAY' && call.name !== 'EXISTS') return undefined;
  const found = columns(queryArgument(call));
  if (call.name === 'EXISTS') return BOOL;
  const column = onlyColumn(found, call.node, 'ARRAY');
  return isOpen(column) ? OPEN.type : arrayAround(definiteType(column.type), call.node);
}

/** The query that is the first argument. */
export function queryArgument(call: Call): QueryNode {
  const node = call.argument(0);
  if (node.type !== 'Query') throw errorAt(node, `${call.name} takes a query in its parentheses`);
  return node;
}
