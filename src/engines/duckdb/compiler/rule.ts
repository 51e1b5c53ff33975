import { CATALOGUE } from '../../../googlesql/functions/catalogue.js';
import { overloadFor, type Overload, overloadsOf } from '../../../googlesql/functions/overload.js';
import { type WrittenNode, type CallNode, type ExpressionNode, type QueryNode } from '../../../googlesql/ast/nodes.js';
import { type Values } from './compiler.js';
import { errorAt, unsupportedAt } from '../../../googlesql/resolver/dialect-error.js';
import { listing } from '../../../errors/listing.js';
import { coerce, type Expression, typed } from './expression.js';
import { converted, type Unified, unified } from './expressions/unified.js';
import { type Scope } from './names/scope.js';
import { type SqlType, typeName } from '../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, typeSql, wordSql } from './sql-tree/sql.js';

const NO_NAMES: ReadonlyMap<string, ExpressionNode> = new Map();

/** A call as a rule sees it: an argument is compiled once the rule asks for its value, since some are date parts or types. */
export class FunctionCall implements Values {
  readonly name: string;

  constructor(
    readonly node: CallNode,
    readonly scope: Scope,
    readonly args: readonly ExpressionNode[] = node.args,
    /** Window of the call, to be written after each DuckDB aggregate in it; empty without OVER. */
    readonly over = NOTHING,
    /** Clauses in the parentheses of the call, such as ORDER BY, that its rule has read: all others are refused. */
    readonly understood = new Set<WrittenNode>(),
    /** Named arguments (`name => value`), if its rule takes some. */
    readonly named: ReadonlyMap<string, ExpressionNode> = NO_NAMES,
  ) {
    this.name = node.name;
  }

  /** Returns the nth argument as it is written; `taking` has promised that it is there. */
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

  /** Returns the same call with some of its arguments taken as named ones. */
  naming(args: readonly ExpressionNode[], named: ReadonlyMap<string, ExpressionNode>): FunctionCall {
    return new FunctionCall(this.node, this.scope, args, this.over, this.understood, named);
  }

  /** Returns the same call among other names. */
  within(scope: Scope): FunctionCall {
    return new FunctionCall(this.node, scope, this.args, this.over, this.understood);
  }
}

/** Compiles the calls of one function. */
export type FunctionRule = (call: FunctionCall) => Expression;

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
    const found = overloadFor(overloads, values);
    if (!found) throw noForm(call, overloads, lowerings);
    const { args, returns } = found;
    const lowering = lowerings[overloads.indexOf(found)];
    if (lowering === undefined) throw unsupportedAt(call.node, written(call.name, args));
    const sql = values.map((value, index) => coerce(value, args[index] ?? value.type) ?? NOTHING);
    return typed(lowered(call, lowering, sql, returns), returns);
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

function noForm(call: FunctionCall, all: readonly Overload[], lowerings: readonly (Lowering | undefined)[]): Error {
  const { name } = call;
  const overloads = all.filter((_, index) => lowerings[index] !== undefined);
  const types = call.values().map(({ type }) => type);
  const isText = overloads.some(({ args }) =>
    args.some(({ kind }, at) => kind === 'JSON' && types[at]?.kind === 'STRING'),
  );
  const forms = overloads.map(({ args }) => written(name, args)).join(', ');
  const remedy = isText ? '; write PARSE_JSON around the text' : '';
  return errorAt(call.node, `no ${name}(${listing(types.map(typeName))}); there is ${forms}${remedy}`);
}

function written(name: string, args: readonly SqlType[]): string {
  return `${name}(${args.map(typeName).join(', ')})`;
}

/** Refuses a call with too few or too many arguments. */
export function expectArguments({ node, name, args }: FunctionCall, least: number, most = least): void {
  if (args.length >= least && args.length <= most) return;
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  throw errorAt(node, `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, found ${args.length}`);
}

/** A function of just so many arguments, or of a number between two. */
export function taking(count: number | readonly [least: number, most: number], rule: FunctionRule): FunctionRule {
  const [least, most] = typeof count === 'number' ? [count, count] : count;
  return (call) => {
    expectArguments(call, least, most);
    return rule(call);
  };
}

/** The query that is the first argument. */
export function queryArgument(call: FunctionCall): QueryNode {
  const node = call.argument(0);
  if (node.type !== 'Query') throw errorAt(node, `${call.name} takes a query in its parentheses`);
  return node;
}
