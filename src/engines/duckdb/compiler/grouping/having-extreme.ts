import { type Expression, typed } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { probe } from './outer-aggregate.js';
import { type FunctionCall, type FunctionRule } from '../rule.js';
import { type ScopeColumn, type RangeVariable, Scope } from '../names/scope.js';
import { isNested, type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { duckDbType, quoteName } from '../types/duckdb-types.js';

/**
 * `SUM(x HAVING MAX y)`: an aggregate function over those rows of the group whose y is the greatest. DuckDB makes a list of what the
 * function reads of the rows, and the function is worked out over that list in a query of its own.
 */
export function overExtreme(call: FunctionCall, rule: FunctionRule): Expression {
  const { node, scope } = call;
  const having = node.claim('having').need('having');
  having.only('next_keyword');
  const extreme = having.need('next_keyword');
  extreme.only('expr');
  const keyScope = probe(scope);
  const key = compileExpression(extreme.need('expr'), keyScope);
  if (isNested(key.type)) throw having.error(`${typeName(key.type)} has no greatest and no least value`);
  const rows = new KeptRows(scope);
  const { sql, type } = rule({ ...call, scope: rows.scope });
  const isOfRows = keyScope.used || rows.scope.used;
  scope.used ||= isOfRows;
  if (!isOfRows) throw having.unsupported('HAVING in an aggregate function that reads no column of its query');
  const best = `${extreme.keyword === 'MAX' ? 'max' : 'min'}(kept.key) OVER ()`;
  // NaN is the greatest and the least of all, and equals nothing.
  const isOrdered = key.type.kind === 'FLOAT64' ? ` AND NOT bool_or(isnan(kept.key)) OVER ()` : '';
  const fields = rows.fieldsIn(sql);
  const list = `list(struct_pack(${[{ ...key, name: 'key' }, ...fields].map(packedField).join(', ')}))`;
  const items = [`kept.key = ${best}${isOrdered} AS is_kept`, ...fields.map(({ name }) => `kept.${name} AS ${name}`)];
  const unnested = `(SELECT ${items.join(', ')} FROM (SELECT unnest(${list}) AS kept))`;
  return typed(`(SELECT ${sql} FROM ${unnested} AS ${rows.alias} WHERE ${rows.alias}.is_kept)`, type);
}

interface PackedField {
  readonly name: string;
  readonly sql: string;
  readonly type: SqlType;
  readonly reference: string;
}

/** DuckDB loses the name of a field whose value is a macro, unless there is a cast around it. */
function packedField({ name, sql, type }: Pick<PackedField, 'name' | 'sql' | 'type'>): string {
  return `${name} := CAST(${sql} AS ${duckDbType(type)})`;
}

/** The names of a scope, which lead to the rows in a list. */
class KeptRows {
  readonly alias: string;
  readonly scope: Scope;
  private readonly fields: PackedField[] = [];

  constructor(original: Scope) {
    const { context, parent, merged } = original;
    this.alias = context.aliases.next('kept');
    this.scope = new Scope(
      context,
      original.variables.map((variable) => this.variable(variable)),
      { parent, merged: merged.map((column) => this.column(column)) },
    );
  }

  /** What the SQL reads of a row. */
  fieldsIn(sql: string): PackedField[] {
    return this.fields.filter(({ reference }) => sql.includes(reference));
  }

  private variable(variable: RangeVariable): RangeVariable {
    const { value } = variable;
    return {
      ...variable,
      columns: variable.columns.map((column) => this.column(column)),
      ...(value && { value: this.column({ ...value, name: '' }) }),
    };
  }

  /** The column itself is read with the fields that are used, and only with these: PIVOT knows its keys by what is not read. */
  private column<T extends Pick<ScopeColumn, 'sql' | 'nullableSql' | 'type'>>(column: T): T {
    const name = quoteName(`field_${this.fields.length}`);
    const reference = `${this.alias}.${name}`;
    this.fields.push({
      name,
      get sql() {
        return column.nullableSql ?? column.sql;
      },
      type: column.type,
      reference,
    });
    const standIns =
      'nullableSql' in column ? { sql: `coalesce(${reference}, [])`, nullableSql: reference } : { sql: reference };
    const properties = { ...Object.getOwnPropertyDescriptors(column), ...Object.getOwnPropertyDescriptors(standIns) };
    return Object.defineProperties({}, properties) as T;
  }
}
