import { definiteType, JSON_TYPE } from '../../types/types.js';
import { unknownParameter } from '../names/unknown-parameter.js';
import { clockKind } from '../names/implicit-name.js';
import {
  type CallNode,
  type ExpressionNode,
  type FieldNode,
  type NameNode,
  type ParameterNode,
  type QueryNode,
} from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { noteUnknown, type UnknownNames } from '../names/unknown-names.js';
import { type UnknownName } from '../dialect-error.js';
import { fieldIndex } from '../expressions/access.js';
import { onlyColumn } from '../expressions/only-column.js';
import { type ExpressionScope } from '../expressions/expression-scope.js';
import { NameScope, type NameOptions } from '../names/name-scope.js';
import { isOpen, OPEN } from '../open.js';
import { fieldAt, isRangeVariable, type RangeVariable } from '../names/rows.js';
import { type NamedTables } from '../tables.js';
import { type Window } from '../windows/windows.js';
import { type Resolution } from './resolution.js';
import { type ResolvedQuery } from './resolved-query.js';

/** The parts that all of one query shares; WITH adds its queries for what is behind it. */
export interface QueryContext {
  /** WITH queries in reach, by lower-case name. */
  readonly queries: ReadonlyMap<string, () => ResolvedQuery>;
  readonly tables: NamedTables;
  /** Parameters by their lower-case names. */
  readonly parameters: ReadonlyMap<string, TypedValue>;
  readonly unknown?: UnknownNames | undefined;
  /** Whether functions, table functions and parameters are taken of which nothing is known here. */
  readonly isLenient?: boolean | undefined;
  /** Facts for an engine's compiler. */
  readonly resolution: Resolution;
  /** Names of the rows around a query in an expression. */
  readonly outer?: QueryScope | undefined;
  /** Resolves the parts of a query. Whatever is part of an expression reaches all that an expression may contain through this alone. */
  readonly resolver: Resolver;
}

export interface Resolver {
  expression(node: ExpressionNode, scope: QueryScope): TypedValue;
  call(node: CallNode, scope: QueryScope): TypedValue;
  query(node: QueryNode, context: QueryContext, isValue: boolean): ResolvedQuery;
}

export interface ScopeOptions extends NameOptions {
  /** Names of windows of the WINDOW clause, in lower case. */
  readonly windows?: Map<string, Window>;
  /** Aliases of the SELECT list that are made by window functions. */
  readonly windowAliases?: ReadonlySet<string>;
  /** Scope for the arguments of aggregate functions, if it differs: they do not see the SELECT list's aliases. */
  readonly aggregated?: QueryScope;
}

/** The names that an expression may use, and the values of expressions among them. */
export class QueryScope extends NameScope implements ExpressionScope {
  readonly windows: Map<string, Window>;
  readonly windowAliases: ReadonlySet<string>;
  readonly aggregated: QueryScope;
  private readonly resolved = new Map<ExpressionNode, TypedValue>();

  constructor(
    readonly context: QueryContext,
    variables: readonly RangeVariable[],
    options: ScopeOptions = {},
  ) {
    super(variables, options);
    this.windows = options.windows ?? new Map<string, Window>();
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

  name(node: NameNode): TypedValue {
    const { queries, tables, resolution } = this.context;
    const found = this.lookup(node.name, node);
    if (found) {
      resolution.names.note(node, found.place);
      return isRangeVariable(found.value) ? rowOf(found.value) : found.value;
    }
    const isTable = queries.has(node.name.toLowerCase()) || tables.has(node.name);
    const kind = clockKind(node.text);
    if (kind) return { type: { kind } };
    return this.unknownName(node, isTable);
  }

  /** Returns the value of `a.b.c`: the first name is looked up, the others are columns and fields. */
  field(node: FieldNode): TypedValue {
    const { operand, field } = node;
    const { resolution } = this.context;
    const found = operand.type === 'Name' ? this.lookup(operand.name, operand, { isPath: true }) : undefined;
    if (found && isRangeVariable(found.value)) {
      const columns: readonly TypedValue[] = found.value.columns;
      const value = this.columnOf(found.value, operand, field);
      const column = columns.indexOf(value);
      if (column >= 0) resolution.names.note(node, { ...found.place, column });
      return value;
    }
    const value = this.value(operand);
    if (isOpen(value)) return OPEN;
    const { type } = value;
    if (type.kind === 'JSON') return { type: JSON_TYPE };
    const index = fieldIndex(type, field.name, field);
    if (typeof index !== 'number') return this.unknown(index);
    resolution.fields.note(node, index);
    return fieldAt(type, index);
  }

  query(node: QueryNode): TypedValue {
    return onlyColumn(this.columns(node), node, 'value');
  }

  columns(node: QueryNode): readonly TypedValue[] {
    const { columns, isPartial } = this.context.resolver.query(node, { ...this.context, outer: this }, true);
    if (isPartial) return [OPEN];
    return columns.map(({ value }) => ({ type: definiteType(value.type) }));
  }

  parameter(node: ParameterNode): TypedValue {
    const { parameters, isLenient } = this.context;
    if (isLenient) return OPEN;
    return parameters.get(node.text.slice(1).toLowerCase()) ?? this.unknown(unknownParameter(node, parameters.keys()));
  }

  call(node: CallNode): TypedValue {
    return this.context.resolver.call(node, this);
  }

  override unknown(error: UnknownName): TypedValue {
    noteUnknown(error, this.context.unknown);
    return OPEN;
  }
}

/** The row of a FROM item as the STRUCT of its columns. */
function rowOf({ columns, open }: RangeVariable): TypedValue {
  if (open) return OPEN;
  const fields = columns.map(({ name, type }) => ({ name, type: definiteType(type) }));
  return { type: { kind: 'STRUCT', fields }, parts: columns };
}
