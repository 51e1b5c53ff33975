import { type DescribedTable } from '../../src/engines/described-table.js';
import { type AcceptedQuery, type Argument } from '../../src/engines/engine.js';
import { type TableField } from '../../src/catalog/log-tables/log-tables.js';
import { schemaType } from '../../src/engines/duckdb/schema-types.js';
import { parse } from '../../src/googlesql/grammar/parse.js';
import { orProblem } from '../../src/googlesql/resolver/problem.js';
import { answerOf } from '../../src/googlesql/resolver/queries/answer.js';
import { arrayOf, type SqlType, wholeTypeName } from '../../src/googlesql/types/types.js';

/** Expects that GoogleSQL by itself finds the columns of a query that the embedded engine takes, with their types. */
export function expectResolvedAlike(
  sql: string,
  parameters: readonly Argument[],
  tables: readonly DescribedTable[],
  { columns }: AcceptedQuery,
): void {
  const names = {
    tables: new Map(tables.map(({ name, schema }) => [name, { columns: schema.map(column) }])),
    queries: new Map<string, never>(),
    parameters: new Map(parameters.map(({ name, type, array }) => [name.toLowerCase(), parameterType(type, array)])),
  };
  const found = orProblem(() => ({ columns: answerOf(parse(sql), names) }));
  const told =
    'message' in found ? found.message : found.columns.map(({ name, type }) => `${name} ${wholeTypeName(type)}`);
  expect([sql, told]).toEqual([sql, columns.map(({ name, type }) => `${name} ${withoutMade(type)}`)]);
}

function column(field: TableField): { readonly name: string; readonly type: SqlType } {
  return { name: field.name, type: schemaType(field) };
}

function parameterType(kind: Argument['type'], isArray: boolean): SqlType {
  return isArray ? arrayOf({ kind }) : { kind };
}

/** A type without the names that the answer gives to nameless fields. */
function withoutMade(type: string): string {
  return type.replaceAll(/(?<=<|, )_field_\d+ /g, '');
}
