import { formOf } from '../../../googlesql/resolver/functions/arguments.js';
import { NULL } from '../../../googlesql/types/types.js';
import { type Call } from '../../../googlesql/resolver/functions/call.js';
import { namedArguments } from '../../../googlesql/resolver/functions/named-arguments.js';
import { CATALOGUE } from '../../../googlesql/functions/catalogue.js';
import { overloadFor, overloadsOf } from '../../../googlesql/functions/overload.js';
import { type CallNode, type ExpressionNode, type QueryNode } from '../../../googlesql/ast/nodes.js';
import { type Values } from './compiler.js';
import { errorAt, unsupportedAt } from '../../../googlesql/resolver/dialect-error.js';
import { coerce, type Expression } from './expression.js';
import { converted, type Unified, unified } from './expressions/unified.js';
import { type Scope } from './names/scope.js';
import { type SqlType } from '../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, typeSql, wordSql } from './sql-tree/sql.js';

/** A call as a rule sees it: an argument is compiled once the rule asks for its value, since some are date parts or types. */
export class FunctionCall implements Values, Call<Expression> {
  readonly name: string;
  /** Arguments in their order, without the named ones. */
  readonly args: readonly ExpressionNode[];
  /** Named arguments (`name => value`), if the function takes some. */
  readonly named: ReadonlyMap<string, ExpressionNode>;

  constructor(
    readonly node: CallNode,
    readonly scope: Scope,
    /** Window of the call, to be written after each DuckDB aggregate in it; empty without OVER. */
    readonly over = NOTHING,
  ) {
    this.name = node.name;
    const { args, named } = namedArguments(node);
    this.args = args;
    this.named = named;
  }

  /** Returns the nth argument as it is written; GoogleSQL has counted them. */
  argument(index: number): ExpressionNode {
    const node = this.args[index];
    if (!node) throw errorAt(this.node, `${this.name} needs more arguments`);
    return node;
  }

  /** Returns the value of an argument, or of a part of one. */
  value(part: number | ExpressionNode): Expression {
    return this.scope.value(typeof part === 'number' ? this.argument(part) : part);
  }

  /** Returns the values of all arguments. */
  values(): Expression[] {
    return this.args.map((arg) => this.value(arg));
  }

  /**
   * Returns an argument, or a part of one, that must have the given type, converted where GoogleSQL does so by itself.
   *
   * @param wanted complaint about any other type
   */
  as(part: number | ExpressionNode, type: SqlType, wanted?: string): Sql {
    return converted(this.value(part), type, typeof part === 'number' ? this.argument(part) : part, wanted);
  }

  /** Returns all arguments as the one type that they can take. */
  unified(): Unified {
    return unified(this.values(), this.argument(0), `the arguments of ${this.name}`);
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
    const { args = [], returns = NULL } = overloadFor(overloads, values) ?? {};
    const lowering = lowerings[overloads.findIndex((each) => each.args === args)];
    if (lowering === undefined) throw unsupportedAt(call.node, formOf(call.name, args));
    const sql = values.map((value, index) => coerce(value, args[index] ?? value.type) ?? NOTHING);
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

/** The query that is the first argument. */
export function queryArgument(call: FunctionCall): QueryNode {
  const node = call.argument(0);
  if (node.type !== 'Query') throw errorAt(node, `${call.name} takes a query in its parentheses`);
  return node;
}
