import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { type FunctionCall, type CallWriter } from '../rule.js';
import { type RangeVariable, Scope } from '../names/scope.js';
import { type SqlType } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, columnSql, nameSql, typeSql, wordSql } from '../sql-tree/sql.js';
import { piecesOf } from '../sql-tree/folds.js';

/**
 * `SUM(x HAVING MAX y)`: an aggregate function over those rows of the group whose y is the greatest. DuckDB makes a list of the values that
 * the function reads of the rows, and the function is evaluated over that list in a query of its own.
 */
export function overExtreme(call: FunctionCall, rule: CallWriter): Expression {
  const { node, scope } = call;
  const { having } = node;
  if (!having) return rule(call);
  const key = call.value(having.key);
  const rows = new KeptRows(scope);
  const { sql, type } = rule(call.within(rows.scope));
  if (!scope.isReadBy(key.sql) && !rows.scope.isReadBy(sql))
    throw unsupportedAt(having, 'HAVING in an aggregate function that reads no column of its query');
  const best = SQL`${wordSql(having.extreme)}(kept.key) OVER ()`;
  // NaN is the greatest and the least of all, and equals nothing.
  const isOrdered = key.type.kind === 'FLOAT64' ? SQL` AND NOT bool_or(isnan(kept.key)) OVER ()` : NOTHING;
  const fields = rows.fieldsIn(sql);
  const list = SQL`list(struct_pack(${joinSql([{ ...key, name: wordSql('key') }, ...fields].map(packedField), ', ')}))`;
  const items = [
    SQL`kept.key = ${best}${isOrdered} AS is_kept`,
    ...fields.map(({ name }) => SQL`kept.${name} AS ${name}`),
  ];
  const unnested = SQL`(SELECT ${joinSql(items, ', ')} FROM (SELECT unnest(${list}) AS kept))`;
  return typed(SQL`(SELECT ${sql} FROM ${unnested} AS ${rows.alias} WHERE ${rows.alias}.is_kept)`, type);
}

interface PackedField {
  readonly name: Sql;
  readonly sql: Sql;
  readonly type: SqlType;
  readonly reference: Sql;
}

/** A field with its name. DuckDB loses the name of a field whose value is a macro, unless there is a cast around it. */
function packedField({ name, sql, type }: Pick<PackedField, 'name' | 'sql' | 'type'>): Sql {
  return SQL`${name} := CAST(${sql} AS ${typeSql(type)})`;
}

/** The names of a scope, which lead to the rows in a list. */
class KeptRows {
  readonly alias: Sql;
  readonly scope: Scope;
  private readonly fields: PackedField[] = [];

  constructor(original: Scope) {
    const { context, merged } = original;
    this.alias = context.aliases.next('kept');
    this.scope = new Scope(
      // Random values are columns of the rows in front of the list.
      { ...context, random: undefined },
      original.variables.map((variable) => this.variable(variable)),
      { merged: merged.map((column) => this.column(column)) },
    );
  }

  /** Returns the fields of a row that the SQL reads. */
  fieldsIn(sql: Sql): PackedField[] {
    const read = piecesOf(sql);
    return this.fields.filter(({ reference }) => read.has(reference));
  }

  private variable(variable: RangeVariable): RangeVariable {
    const { value } = variable;
    return {
      ...variable,
      columns: variable.columns.map((column) => this.column(column)),
      ...(value && { value: this.column({ ...value, name: '' }) }),
    };
  }

  private column<T extends Pick<Expression, 'sql' | 'nullableSql' | 'type'>>(column: T): T {
    const key = `field_${this.fields.length}`;
    const reference = columnSql(this.alias, key);
    const { nullableSql, type } = column;
    this.fields.push({ name: nameSql(key), sql: nullableSql ?? column.sql, type, reference });
    return nullableSql === undefined
      ? { ...column, sql: reference, held: undefined, record: undefined, length: undefined }
      : { ...column, sql: SQL`coalesce(${reference}, [])`, nullableSql: reference };
  }
}
