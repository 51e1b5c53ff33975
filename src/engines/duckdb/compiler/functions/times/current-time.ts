import { clockKind } from '../../../../../googlesql/resolver/names/implicit-name.js';
import { UTC } from '../../../../../googlesql/types/time-zone.js';
import { type Expression, typed } from '../../expression.js';
import { type FunctionRule } from '../../rule.js';
import { type Scope } from '../../names/scope.js';
import { localTime, type Zone } from '../../times/zone.js';
import { zoneArgument } from '../../times/time-zone.js';
import { DATE, DATETIME, TIME, TIMESTAMP, type TimeType } from '../../../../../googlesql/types/types.js';
import { SQL, wordSql } from '../../sql-tree/sql.js';

export const CURRENT_TIME_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>(
  [TIMESTAMP, DATE, DATETIME, TIME].map((type) => [
    `CURRENT_${type.kind}`,
    (call) => current(type, zoneArgument(call, 0), call.scope),
  ]),
);

/** The time by a name without parentheses; undefined for any other name. */
export function clock(name: string, scope: Scope): Expression | undefined {
  const kind = clockKind(name);
  return kind && current({ kind }, UTC, scope);
}

/** The reading of a clock in the time zone. */
function current(type: TimeType, zone: Zone, scope: Scope): Expression {
  const { now } = scope.context.catalog;
  if (type.kind === 'TIMESTAMP') return typed(now, TIMESTAMP);
  const local = localTime(now, zone);
  return typed(type.kind === 'DATETIME' ? local : SQL`CAST(${local} AS ${wordSql(type.kind)})`, type);
}
