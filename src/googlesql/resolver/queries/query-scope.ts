import { type ExpressionNode, type QueryNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { noteUnknown, type UnknownNames } from '../unknown-names.js';
import { type UnknownName } from '../dialect-error.js';
import { NameScope, type NameOptions } from '../name-scope.js';
import { OPEN } from '../open.js';
import { fieldsOf, type RangeVariable, type Rows } from '../rows.js';
import { type Window } from '../windows/windows.js';
import { type ResolvedQuery } from './resolved-query.js';

/** The parts that all of one query shares; WITH adds its queries for what is behind it. */
export interface QueryContext {
  /** WITH queries in reach, by lower-case name. */
  readonly queries: ReadonlyMap<string, () => ResolvedQuery>;
  /** Returns the rows of a table by its path; undefined where there is no such table. */
  readonly tableOf: (path: string) => Rows | undefined;
  /** Parameters by their lower-case names. */
  readonly parameters: ReadonlyMap<string, TypedValue>;
  readonly unknown?: UnknownNames | undefined;
  /** Names of the rows around a query in an expression. */
  readonly outer?: QueryScope | undefined;
  /** Resolves the parts of a query. Whatever is part of an expression reaches all that an expression may contain through this alone. */
  readonly resolver: Resolver;
}

export interface Resolver {
  expression(node: ExpressionNode, scope: QueryScope): TypedValue;
  query(node: QueryNode, context: QueryContext, isValue: boolean): ResolvedQuery;
}

export interface ScopeOptions extends NameOptions<TypedValue> {
  /** Names of windows of the WINDOW clause, in lower case. */
  readonly windows?: Map<string, ResolvedWindow>;
  /** Aliases of the SELECT list that are made by window functions. */
  readonly windowAliases?: ReadonlySet<string>;
  /** Scope for the arguments of aggregate functions, if it differs: they do not see the SELECT list's aliases. */
  readonly aggregated?: QueryScope;
}

export type ResolvedWindow = Window<TypedValue>;

/** The names that an expression may use, and the values of expressions among them. */
export class QueryScope extends NameScope<TypedValue> {
  readonly windows: Map<string, ResolvedWindow>;
  readonly windowAliases: ReadonlySet<string>;
  readonly aggregated: QueryScope;
  private readonly resolved = new Map<ExpressionNode, TypedValue>();

  constructor(
    readonly context: QueryContext,
    variables: readonly RangeVariable[],
    options: ScopeOptions = {},
  ) {
    super(variables, options);
    this.windows = options.windows ?? new Map<string, ResolvedWindow>();
    this.windowAliases = options.windowAliases ?? new Set();
    this.aggregated = options.aggregated ?? this;
  }

  /** A scope without names, for constants. */
  static ofNothing(context: QueryContext): QueryScope {
    return new QueryScope({ ...context, outer: undefined }, []);
  }

  override get parent(): QueryScope | undefined {
    return this.context.outer;
  }

  /** Returns the value of an expression that uses these names. It is resolved once. */
  override value(node: ExpressionNode): TypedValue {
    const known = this.resolved.get(node);
    if (known) return known;
    const value = this.context.resolver.expression(node, this);
    this.resolved.set(node, value);
    return value;
  }

  /** Returns the columns of a query within an expression. @param isValue whether SELECT AS STRUCT is one column, of which the value is wanted */
  query(node: QueryNode, isValue: boolean): ResolvedQuery {
    return this.context.resolver.query(node, { ...this.context, outer: this }, isValue);
  }

  override fieldAt(value: TypedValue, index: number): TypedValue {
    return value.parts?.[index] ?? { type: fieldsOf(value)[index]?.type ?? OPEN.type };
  }

  override unknown(error: UnknownName): TypedValue {
    noteUnknown(error, this.context.unknown);
    return OPEN;
  }

  override noteRead(): void {
    // Groups look at their columns afterwards.
  }
}
