import { type Table, type UnreadColumn, type Tables, type WithQuery } from './tables.js';
import {
  type ExpressionNode,
  type NameNode,
  type QueryBody,
  type WrittenNode,
} from '../../../../googlesql/ast/nodes.js';
import { type TreeNode } from '../../../../googlesql/ast/parts.js';
import { errorAt, UnknownName } from '../../../../googlesql/resolver/dialect-error.js';
import { fieldIndex } from '../../../../googlesql/resolver/expressions/access.js';
import { byName } from '../../../../googlesql/tokens/by-name.js';
import { type CompileBudget } from '../compile-budget.js';
import { type Compiler, type Values } from '../compiler.js';
import { type Aliases } from './aliases.js';
import { type Expression } from '../expression.js';
import { type NamedValue } from '../../../../googlesql/resolver/deeper-names.js';
import { type UnknownNames, unknownValue } from './unknown-names.js';
import { converted } from '../expressions/unified.js';
import { fieldAt } from '../expressions/struct-value.js';
import { type Groups } from '../grouping/groups.js';
import { type Window } from '../queries/window.js';
import { type WrittenPattern } from '../expressions/written-pattern.js';
import { jsonField } from '../json/json-access.js';
import { BOOL, type SqlType } from '../../../../googlesql/types/types.js';
import { type Sql } from '../sql-tree/sql.js';
import { aliasesIn } from '../sql-tree/folds.js';
import { type SqlMap } from '../sql-tree/sql-map.js';

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
export interface MergedColumn extends ScopeColumn {
  /** Number of columns of FROM items that it stands for; another one of the name makes the name ambiguous. */
  readonly sides: number;
}

/**
 * One item of a FROM clause as its names see it. UNNEST makes a variable that is a value itself; if the value is a STRUCT, its fields can
 * be named without it.
 */
export interface RangeVariable {
  readonly name: string | undefined;
  readonly columns: readonly ScopeColumn[];
  readonly value?: Expression;
  /** Name of the offsets in an array; no other FROM item may be called so. */
  readonly offsetName?: string | undefined;
  /** Whether an outer join may find no row for it. */
  readonly optional?: boolean;
  /** Columns that cannot be named. */
  readonly unread?: readonly UnreadColumn[] | undefined;
  /** Whether its columns need its name before them, since an operator of a pipe has put others in their place. */
  readonly replaced?: boolean;
}

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
  /** Collector of unknown names, where the first one does not end the compilation. */
  readonly unknown?: UnknownNames | undefined;
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

/** An expression with the name of a column of the answer. */
interface NamedExpression {
  readonly name: string | undefined;
  readonly expression: Expression;
}

export interface ScopeOptions {
  /** Names that come before all others: the aliases of the SELECT list, in HAVING and ORDER BY. */
  readonly aliases?: readonly NamedExpression[];
  /** Expressions that have been compiled before. */
  readonly values?: ReadonlyMap<ExpressionNode, Expression>;
  /** Aliases among them that are made by window functions. */
  readonly windowAliases?: ReadonlySet<string>;
  /** Scope for the arguments of aggregate functions, if it differs: they do not see the SELECT list's aliases. */
  readonly aggregated?: Scope;
  /** Columns merged by USING; their plain name is theirs alone. */
  readonly merged?: readonly MergedColumn[];
  /** The windows of the WINDOW clause, by lower-case name, as they are defined. */
  readonly windows?: Map<string, Window>;
  /** Columns of the answer by the SQL that they were made of: paths of FROM with the same meaning are these columns. */
  readonly answered?: SqlMap<Expression>;
  /** Columns that are keys of groups by themselves, by their SQL, where rows have been put into groups. */
  readonly groupColumns?: SqlMap<unknown> | undefined;
  /** Groups themselves. */
  readonly groups?: Groups | undefined;
  /** Makes remarks on names that could be meant and are not in scope here: aliases of the SELECT list. */
  readonly remarkOn?: ((name: string) => string | undefined) | undefined;
}

/** The names that an expression may use: its own FROM clause's, then those of the queries around it. */
export class Scope implements Values {
  readonly aggregated: Scope;
  private readonly aliases: readonly NamedExpression[];
  readonly windowAliases: ReadonlySet<string>;
  readonly merged: readonly MergedColumn[];
  readonly windows: Map<string, Window>;
  readonly groupColumns: SqlMap<unknown> | undefined;
  readonly groups: Groups | undefined;
  readonly answered: SqlMap<Expression> | undefined;
  private readonly compiled: Map<ExpressionNode, Expression>;
  /** Aliases of the FROM items, once they have been asked for. */
  private ownAliases: ReadonlySet<Sql> | undefined;
  private readonly ownRemark: ScopeOptions['remarkOn'];

  constructor(
    readonly context: QueryContext,
    readonly variables: readonly RangeVariable[],
    options: ScopeOptions = {},
  ) {
    this.compiled = new Map(options.values);
    this.aggregated = options.aggregated ?? this;
    this.aliases = options.aliases ?? [];
    this.windowAliases = options.windowAliases ?? new Set();
    this.merged = options.merged ?? [];
    this.windows = options.windows ?? new Map<string, Window>();
    this.groupColumns = options.groupColumns;
    this.groups = options.groups;
    this.answered = options.answered;
    this.ownRemark = options.remarkOn;
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

  /** Compiles an expression that must have the given type, converted where GoogleSQL does so by itself. */
  as(node: ExpressionNode, type: SqlType): Sql {
    return converted(this.value(node), type, node);
  }

  /** Compiles a condition: anything but BOOL (or NULL) is GoogleSQL's type error. */
  condition(node: ExpressionNode): Sql {
    return this.as(node, BOOL);
  }

  /**
   * Finds the meaning of a name: an expression, or a FROM item whose columns follow after a dot. Inner scopes hide outer ones. A question
   * without `isRead` does not count as reading.
   */
  lookup(name: string, node: WrittenNode, isRead = true): Expression | RangeVariable | undefined {
    const found = this.lookupHere(name.toLowerCase(), node);
    if (!found) return this.parent?.lookup(name, node, isRead);
    if (isRead && byName(this.aliases, name).length === 0) {
      this.groups?.note(node, isRangeVariable(found) ? undefined : found.sql);
    }
    return found;
  }

  /** Whether a name means something here; the question does not count as reading. */
  isNamed(node: NameNode): boolean {
    return this.lookup(node.name, node, false) !== undefined;
  }

  /** Whether some SQL reads a column of these FROM items: a query that does so is correlated with this scope. */
  isReadBy(sql: Sql): boolean {
    const own = (this.ownAliases ??= aliasesOf(this.variables));
    return [...aliasesIn(sql)].some((alias) => own.has(alias));
  }

  /** Notes the result of a path that begins with a name. */
  reached<T extends Pick<Expression, 'sql'>>(path: WrittenNode, found: T, isRow = false): T {
    this.groups?.reached(path, found.sql, isRow);
    return this.parent ? this.parent.reached(path, found, isRow) : found;
  }

  /** Returns all known names: columns and the answer's own names, then FROM items; those of inner queries first. */
  names(): string[] {
    const aliases = this.aliases.flatMap(({ name }) => name?.toLowerCase() ?? []);
    const columns = this.variables.flatMap(namesIn).filter((name) => name !== '');
    const items = this.variables.flatMap(({ name }) => name ?? []);
    return [...new Set([...aliases, ...columns, ...items, ...(this.parent?.names() ?? [])])];
  }

  /** Returns all columns and elements with a name; those of inner queries first. */
  values(): readonly NamedValue[] {
    const own = this.variables.flatMap(({ name, columns, value, replaced }) => [
      ...(replaced ? [] : columns),
      ...(value && name !== undefined ? [{ name, type: value.type }] : []),
    ]);
    return [...own, ...(this.parent?.values() ?? [])];
  }

  /** Returns the reason why a name is unknown here that is known elsewhere in the query. */
  remarkOn(name: string): string | undefined {
    return this.ownRemark?.(name) ?? this.unreadReason(name) ?? this.parent?.remarkOn(name);
  }

  private unreadReason(name: string): string | undefined {
    const [found] = this.variables.flatMap(({ unread = [] }) => byName(unread, name));
    return found?.reason;
  }

  private lookupHere(name: string, node: WrittenNode): Expression | RangeVariable | undefined {
    const [alias, second] = byName(this.aliases, name);
    if (second) throw errorAt(node, `"${node.text}" is ambiguous: two columns of the answer have this name`);
    if (alias) return alias.expression;
    const [merged] = byName(this.merged, name);
    if (merged) {
      const sides = this.variables.flatMap((variable) => namedColumns(variable, name));
      if (merged.sides === sides.length) return merged;
    }
    const variables = byName(this.variables, name);
    if (variables.length > 1) throw errorAt(node, `"${node.text}" is ambiguous: two FROM items have this name`);
    if (variables[0]) return variables[0].value ?? variables[0];
    const columns = ownersOf(this.variables, name).flatMap((variable) => visibleColumns(variable, name));
    if (columns.length > 1)
      throw errorAt(node, `column "${node.text}" is ambiguous; write the FROM item's name before it`);
    return columns[0];
  }
}

function aliasesOf(variables: readonly RangeVariable[]): ReadonlySet<Sql> {
  const rows = variables.flatMap(({ columns, value }) => [...columns, ...(value ? [value] : [])]);
  return new Set(rows.flatMap((row) => [...aliasesIn(row.sql)]));
}

/** The expressions that USING finds in a FROM item by a lower-case name: a column, or the value that the item itself is. */
export function namedColumns(variable: RangeVariable, name: string): Expression[] {
  const { value, replaced } = variable;
  if (value && variable.name?.toLowerCase() === name) return [value];
  return replaced ? [] : visibleColumns(variable, name);
}

/** Each FROM item under every name that it brings. */
const owners = new WeakMap<
  readonly RangeVariable[],
  readonly { readonly name: string; readonly owner: RangeVariable }[]
>();

/** The FROM items that bring a column, or a field, of this name. */
function ownersOf(variables: readonly RangeVariable[], name: string): readonly RangeVariable[] {
  const all =
    owners.get(variables) ?? variables.flatMap((owner) => namesIn(owner).map((each) => ({ name: each, owner })));
  owners.set(variables, all);
  return [...new Set(byName(all, name).map(({ owner }) => owner))];
}

export function namesIn({ columns, value, replaced }: RangeVariable): readonly string[] {
  if (replaced) return [];
  const fields = value?.type.kind === 'STRUCT' ? value.type.fields : [];
  return [...columns, ...fields].map((each) => each.name);
}

function visibleColumns({ columns, value }: RangeVariable, name: string): Expression[] {
  const fields = value?.type.kind === 'STRUCT' ? value.type.fields : [];
  return [
    ...byName(columns, name),
    ...byName(fields, name).flatMap((field) => (value ? fieldAt(value, fields.indexOf(field)) : [])),
  ];
}

export function isRangeVariable(found: Expression | RangeVariable): found is RangeVariable {
  return 'columns' in found;
}

/** `value.name` as the author wrote it, with GoogleSQL's complaints. */
export function accessField(value: Expression, name: string, node: WrittenNode, context: QueryContext): Expression {
  if (value.type.kind === 'JSON') return jsonField(value, name);
  const found = fieldIndex(value.type, name, node);
  return found instanceof UnknownName ? unknownValue(found, context) : fieldAt(value, found);
}
