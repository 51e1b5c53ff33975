import { type NamePlace, type RowPlace, type WrittenValue } from '../../../../googlesql/resolver/names/name-place.js';
import { type Groups } from '../../../../googlesql/resolver/groups.js';
import { type Resolution } from '../../../../googlesql/resolver/queries/resolution.js';
import { type Table, type Tables, type WithQuery } from './tables.js';
import { type ExpressionNode, type NameNode, type QueryBody } from '../../../../googlesql/ast/nodes.js';
import { type TreeNode } from '../../../../googlesql/ast/parts.js';
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

/** One item of a FROM clause; UNNEST makes one that is a value itself. */
export interface RangeVariable {
  readonly name: string | undefined;
  readonly columns: readonly ScopeColumn[];
  readonly value?: Expression;
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

export interface ScopeOptions {
  /** Columns of the answer, in HAVING and ORDER BY. */
  readonly aliases?: readonly { readonly expression: Expression }[];
  /** Columns that USING has merged. */
  readonly merged?: readonly ScopeColumn[];
  /** Expressions that have been compiled before. */
  readonly values?: ReadonlyMap<ExpressionNode, Expression>;
  /** Scope of the same names, whose expressions keep their values. */
  readonly base?: Scope;
  /** Scope for the arguments of aggregate functions, if it differs: they do not see the SELECT list's aliases. */
  readonly aggregated?: Scope;
  /** Groups that rows have been put into. */
  readonly groups?: GroupFacts | undefined;
}

/** The values that names of an expression stand for: those of its own FROM clause, then those of the queries around it. */
export class Scope implements Rows, Values {
  readonly merged: readonly ScopeColumn[];
  readonly aggregated: Scope;
  readonly groups: GroupFacts | undefined;
  private readonly aliases: readonly { readonly expression: Expression }[];
  private readonly compiled: Map<ExpressionNode, Expression>;
  /** Aliases of the FROM items, once they have been asked for. */
  private ownAliases: ReadonlySet<Sql> | undefined;

  constructor(
    readonly context: QueryContext,
    readonly variables: readonly RangeVariable[],
    private readonly options: ScopeOptions = {},
  ) {
    this.merged = options.merged ?? [];
    this.aliases = options.aliases ?? [];
    this.compiled = new Map(options.values);
    this.aggregated = options.aggregated ?? this;
    this.groups = options.groups;
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
    return this.compiled.get(node) ?? (this.options.base ?? this.parent)?.known(node);
  }

  /** Keeps the value of an expression that a scope within this one, without names of its own, has compiled. */
  keep(node: ExpressionNode, value: Expression): void {
    this.compiled.set(node, value);
  }

  /** Returns a scope of the same names, in which some expressions have other values. */
  withValues(values: ReadonlyMap<ExpressionNode, Expression>): Scope {
    return this.derived(this.context, values);
  }

  /** Returns a scope of the same names, in which queries have no rows unless this holds. */
  guarded(guard: Sql): Scope {
    return this.derived({ ...this.context, guard });
  }

  private derived(context: QueryContext, values: ReadonlyMap<ExpressionNode, Expression> = new Map()): Scope {
    const { options, aggregated } = this;
    return new Scope(context, this.variables, { ...options, aggregated, values, base: this });
  }

  /** Compiles an expression as the given type, which GoogleSQL converts it to by itself. */
  as(node: ExpressionNode, type: SqlType): Sql {
    return coercedTo(this.value(node), type);
  }

  /** Compiles a condition. */
  condition(node: ExpressionNode): Sql {
    return this.as(node, BOOL);
  }

  /** Returns what a name means, at the place at which GoogleSQL has found it: a value, or an item of FROM. */
  at(place: NamePlace): Expression | RangeVariable {
    const { of, index, depth } = place;
    if (depth > 0) return found(this.parent).at({ ...place, depth: depth - 1 });
    if (of !== 'answer') return meaningAt(this, { ...place, of });
    const { expression } = found(this.aliases[index]);
    return place.field === undefined ? expression : fieldAt(expression, place.field);
  }

  /** Returns a value that a name or a star stands for. */
  valueAt(place: NamePlace | WrittenValue): Expression {
    if (place.of !== 'value') return asValue(this.at(place));
    const value = this.value(place.node);
    return place.field === undefined ? value : fieldAt(value, place.field);
  }

  /** Whether a name means something here, and not a part of a date or the time. */
  isNamed(node: NameNode): boolean {
    return this.context.resolution.names.find(node) !== undefined;
  }

  /** Whether some SQL reads a column of these FROM items: a query that does so is correlated with this scope. */
  isReadBy(sql: Sql): boolean {
    const own = (this.ownAliases ??= aliasesOf(this.variables));
    return [...aliasesIn(sql)].some((alias) => own.has(alias));
  }
}

/** The rows of FROM. */
export interface Rows {
  readonly variables: readonly RangeVariable[];
  readonly merged: readonly ScopeColumn[];
}

function meaningAt({ variables, merged }: Rows, { of, index, column, field }: RowPlace): Expression | RangeVariable {
  if (of === 'merged') return found(merged[index]);
  const item = found(variables[index]);
  if (column !== undefined) return found(item.columns[column]);
  return field === undefined ? (item.value ?? item) : fieldAt(found(item.value), field);
}

/** The column at a place among rows. */
export function columnAt(rows: Rows, place: RowPlace): Expression {
  return asValue(meaningAt(rows, place));
}

export function isRangeVariable(meaning: Expression | RangeVariable): meaning is RangeVariable {
  return 'columns' in meaning;
}

function asValue(meaning: Expression | RangeVariable): Expression {
  if (isRangeVariable(meaning)) throw new TypeError(`the row ${meaning.name ?? ''} is no value`);
  return meaning;
}

/** @throws TypeError for a place that nothing is at: here and in GoogleSQL rows have the same columns */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('nothing is at the place of a name');
  return value;
}

function aliasesOf(variables: readonly RangeVariable[]): ReadonlySet<Sql> {
  const rows = variables.flatMap(({ columns, value }) => [...columns, ...(value ? [value] : [])]);
  return new Set(rows.flatMap((row) => [...aliasesIn(row.sql)]));
}
