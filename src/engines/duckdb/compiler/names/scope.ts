import { NameScope, type NameOptions } from '../../../../googlesql/resolver/names/name-scope.js';
import { type Groups } from '../../../../googlesql/resolver/groups.js';
import { type Resolution } from '../../../../googlesql/resolver/queries/resolution.js';
import { type Window } from '../../../../googlesql/resolver/windows/windows.js';
import { type Merged, type RangeVariable as NamedItem } from '../../../../googlesql/resolver/names/rows.js';
import { type Table, type Tables, type WithQuery } from './tables.js';
import { type ExpressionNode, type QueryBody } from '../../../../googlesql/ast/nodes.js';
import { type TreeNode } from '../../../../googlesql/ast/parts.js';
import { type UnknownName } from '../../../../googlesql/resolver/dialect-error.js';
import { type CompileBudget } from '../compile-budget.js';
import { type Compiler, type Values } from '../compiler.js';
import { type Aliases } from './aliases.js';
import { type Expression, coercedTo } from '../expression.js';
import { fieldAt } from '../expressions/struct-value.js';
import { type WrittenPattern } from '../expressions/written-pattern.js';
import { BOOL, type SqlType } from '../../../../googlesql/types/types.js';
import { type Sql } from '../sql-tree/sql.js';
import { aliasesIn } from '../sql-tree/folds.js';

/** A column with a name, and the DuckDB SQL that reads it. */
export interface ScopeColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly sql: Sql;
  readonly nullableSql?: Sql;
  readonly record?: Expression | undefined;
  readonly length?: Sql | undefined;
}

/** A column that USING has merged. */
export type MergedColumn = Merged<ScopeColumn>;

/** One item of a FROM clause. */
export interface RangeVariable extends NamedItem<Expression> {
  readonly columns: readonly ScopeColumn[];
  /** Whether an outer join may find no row for it. */
  readonly optional?: boolean;
}

/** Facts about groups: of those that |> AGGREGATE makes, only that they are of no sets. */
type GroupFacts = Pick<Groups, 'isOfSets'> & Partial<Pick<Groups, 'isColumnKey'>>;

export interface Catalog {
  readonly tables: Tables;
  /** Tables that were found by their names. */
  readonly tablesRead: Set<Table>;
  /** Tables without a schema that were found, as the query names them. */
  readonly guessed: Set<string>;
  /** Parameters by their lower-case names. */
  readonly parameters: ReadonlyMap<string, Expression>;
  /** DuckDB SQL of the instant that CURRENT_TIMESTAMP means. */
  readonly now: Sql;
}

/** The parts that all of one query shares; WITH adds its queries for the SQL behind it. */
export interface QueryContext {
  readonly catalog: Catalog;
  readonly compiler: Compiler;
  readonly aliases: Aliases;
  readonly budget: CompileBudget;
  /** Regular expressions found so far. */
  readonly patterns: WrittenPattern[];
  /** Facts that GoogleSQL has found about parts of the query. */
  readonly resolution: Resolution;
  /** WITH queries in reach, by lower-case name. */
  readonly queries: ReadonlyMap<string, WithQuery>;
  /** Names of the rows around a query in an expression. */
  readonly outer?: Scope | undefined;
  /** DuckDB SQL of a condition; where it does not hold, the answer is not used, and no query has rows. */
  readonly guard?: Sql | undefined;
  /** Whether the rows come from behind a security barrier: their storage among others must not show. */
  readonly isBarred?: boolean;
  /** Columns that have been drawn for calls with another value each time. */
  readonly random?: ReadonlyMap<TreeNode, Sql> | undefined;
  /** Query of the answer, and the most of its first rows that are wanted. */
  readonly answer?: { readonly body: QueryBody; readonly rows: number };
}

export interface ScopeOptions extends NameOptions<Expression> {
  /** Expressions that have been compiled before. */
  readonly values?: ReadonlyMap<ExpressionNode, Expression>;
  /** Scope for the arguments of aggregate functions, if it differs: they do not see the SELECT list's aliases. */
  readonly aggregated?: Scope;
  /** The windows of the WINDOW clause, by lower-case name, as they are defined. */
  readonly windows?: Map<string, Window<Expression>>;
  /** Finds the column of the answer that a name or a path of FROM has become. */
  readonly answered?: ((node: ExpressionNode) => Expression | undefined) | undefined;
  /** Groups that rows have been put into. */
  readonly groups?: GroupFacts | undefined;
}

const NO_ALIASES: ReadonlySet<string> = new Set();

/** The names that an expression may use: its own FROM clause's, then those of the queries around it. */
export class Scope extends NameScope<Expression> implements Values {
  readonly aggregated: Scope;
  /** None: GoogleSQL has refused those that stand where there are no windows yet. */
  readonly windowAliases = NO_ALIASES;
  readonly windows: Map<string, Window<Expression>>;
  readonly groups: GroupFacts | undefined;
  readonly answered: ScopeOptions['answered'];
  private readonly compiled: Map<ExpressionNode, Expression>;
  /** Aliases of the FROM items, once they have been asked for. */
  private ownAliases: ReadonlySet<Sql> | undefined;

  constructor(
    readonly context: QueryContext,
    override readonly variables: readonly RangeVariable[],
    options: ScopeOptions = {},
  ) {
    super(variables, options);
    this.compiled = new Map(options.values);
    this.aggregated = options.aggregated ?? this;
    this.windows = options.windows ?? new Map<string, Window<Expression>>();
    this.groups = options.groups;
    const { answered } = options;
    const around = this.parent?.answered;
    this.answered = answered && around ? (node) => answered(node) ?? around(node) : (answered ?? around);
  }

  /** A scope without names, for constants. */
  static ofNothing(context: QueryContext): Scope {
    return new Scope({ ...context, outer: undefined }, []);
  }

  /** Names of the rows around the query of these names. */
  get parent(): Scope | undefined {
    return this.context.outer;
  }

  /** Compiles an expression that uses these names, once: one that was compiled among the names around keeps its value. */
  value(node: ExpressionNode): Expression {
    const known = this.known(node);
    if (known) return known;
    const expression = this.context.compiler.expression(node, this);
    this.compiled.set(node, expression);
    return expression;
  }

  private known(node: ExpressionNode): Expression | undefined {
    return this.compiled.get(node) ?? this.parent?.known(node);
  }

  /** Compiles an expression as the given type, which GoogleSQL converts it to by itself. */
  as(node: ExpressionNode, type: SqlType): Sql {
    return coercedTo(this.value(node), type);
  }

  /** Compiles a condition. */
  condition(node: ExpressionNode): Sql {
    return this.as(node, BOOL);
  }

  override fieldAt(value: Expression, index: number): Expression {
    return fieldAt(value, index);
  }

  /** @throws the error: GoogleSQL has found all names */
  override unknown(error: UnknownName): never {
    throw error;
  }

  /** Whether some SQL reads a column of these FROM items: a query that does so is correlated with this scope. */
  isReadBy(sql: Sql): boolean {
    const own = (this.ownAliases ??= aliasesOf(this.variables));
    return [...aliasesIn(sql)].some((alias) => own.has(alias));
  }
}

function aliasesOf(variables: readonly RangeVariable[]): ReadonlySet<Sql> {
  const rows = variables.flatMap(({ columns, value }) => [...columns, ...(value ? [value] : [])]);
  return new Set(rows.flatMap((row) => [...aliasesIn(row.sql)]));
}
