import { columnValue } from '../expression.js';
import { type CompiledQuery } from '../compiler.js';
import { type QueryContext, Scope } from './scope.js';
import { definiteType } from '../../../../googlesql/types/types.js';
import { type Sql, columnSql } from '../sql-tree/sql.js';

/** The scope of ORDER BY behind a query that has this alias: its columns, or the fields of its values, and the names around it. */
export function answerScope({ columns, isValueTable }: CompiledQuery, alias: Sql, context: QueryContext): Scope {
  const aliases = columns.map(({ output, type }) => {
    return { expression: columnValue(columnSql(alias, output), definiteType(type)) };
  });
  const values = isValueTable ? aliases : [];
  const variables = values.map(({ expression }) => ({ name: undefined, columns: [], value: expression }));
  return new Scope(context, variables, { aliases });
}
