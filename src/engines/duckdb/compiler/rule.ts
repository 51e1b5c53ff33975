import { Call } from '../../../googlesql/resolver/functions/call.js';
import { CATALOGUE } from '../../../googlesql/functions/catalogue.js';
import { formFor, overloadFor, overloadsOf } from '../../../googlesql/functions/overload.js';
import { type CallNode, type ExpressionNode } from '../../../googlesql/ast/nodes.js';
import { type Values } from './compiler.js';
import { unsupportedAt } from '../../../googlesql/resolver/dialect-error.js';
import { type Expression, coercedTo } from './expression.js';
import { type Unified, unified } from './expressions/unified.js';
import { type Scope } from './names/scope.js';
import { calledWith } from '../../../googlesql/resolver/functions/arguments.js';
import { type SqlType } from '../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, typeSql, wordSql } from './sql-tree/sql.js';

/** A call as a rule sees it: an argument is compiled once the rule asks for its value, since some are date parts or types. */
export class FunctionCall extends Call<Expression> implements Values {
  constructor(
    node: CallNode,
    override readonly scope: Scope,
    /** Window of the call, to be written after each DuckDB aggregate in it; empty without OVER. */
    readonly over = NOTHING,
  ) {
    super(node, scope);
  }

  /** Returns the values of all arguments. */
  values(): Expression[] {
    return this.args.map((arg) => this.value(arg));
  }

  /** Returns an argument, or a part of one, as the given type, which GoogleSQL converts it to by itself. */
  as(part: number | ExpressionNode, type: SqlType): Sql {
    return coercedTo(this.value(part), type);
  }

  /** Returns all arguments as the one type that they can take. */
  unified(): Unified {
    return unified(this.values());
  }

  /** Returns the same call among other names. */
  within(scope: Scope): FunctionCall {
    return new FunctionCall(this.node, scope, this.over);
  }
}

/** Writes the calls of one function, whose type GoogleSQL has decided. */
export type FunctionRule = (call: FunctionCall, type: SqlType) => Expression | Sql;

/** Writes a call, with its type. */
export type CallWriter = (call: FunctionCall) => Expression;

/**
 * The SQL of one overload of a function: the name of a macro or of a function that DuckDB has, to be called with the arguments; or SQL with
 * the arguments in it.
 */
export type Lowering = string | ((...args: Sql[]) => Sql) | ShortenedLowering;

interface ShortenedLowering {
  readonly name: string;
  /** Makes SQL that is planned sooner, where literal arguments allow it; `values` has undefined for all others. */
  readonly shortened: (args: readonly Sql[], values: readonly Expression['literal'][]) => Sql | undefined;
}

/**
 * A function's SQL for each of its overloads, in the order of its signature in the catalogue, undefined for those that are not supported; or
 * a rule, where types alone do not decide.
 */
export type Rule = readonly (Lowering | undefined)[] | FunctionRule;

/** A function with fixed argument types; the first overload that the arguments fit is taken. */
export function byOverload(lowerings: readonly (Lowering | undefined)[]): FunctionRule {
  return (call) => {
    const values = call.values();
    const overloads = overloadsOf(CATALOGUE.get(call.name)?.signature ?? '');
    const overload = overloadFor(overloads, values);
    const lowering = overload && lowerings[overloads.indexOf(overload)];
    if (!overload || lowering === undefined) throw unsupportedAt(call.node, calledWith(call.name, values));
    const { args, returns } = formFor(overload, values);
    const sql = values.map((value, index) => coercedTo(value, args[index] ?? value.type));
    return lowered(call, lowering, sql, returns);
  };
}

function lowered(call: FunctionCall, lowering: Lowering, sql: Sql[], returns: SqlType): Sql {
  if (typeof lowering === 'function') return lowering(...sql);
  if (typeof lowering === 'object') {
    const literals = call.values().map(({ literal }) => literal);
    return lowering.shortened(sql, literals) ?? lowered(call, lowering.name, sql, returns);
  }
  const called = SQL`${wordSql(lowering)}(${joinSql(sql)})${call.over}`;
  // DuckDB makes numbers of other digits out of decimal ones.
  return returns.kind === 'NUMERIC' ? SQL`CAST(${called} AS ${typeSql(returns)})` : called;
}
