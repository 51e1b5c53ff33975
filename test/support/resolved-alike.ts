import { type DescribedTable } from '../../src/engines/described-table.js';
import { type AcceptedQuery, type Argument } from '../../src/engines/engine.js';
import { type TableField } from '../../src/catalog/log-tables/log-tables.js';
import { schemaType } from '../../src/engines/duckdb/schema-types.js';
import { parse } from '../../src/googlesql/grammar/parse.js';
import { type NamedTables, type TableColumns } from '../../src/googlesql/resolver/tables.js';
import { orProblem } from '../../src/googlesql/resolver/problem.js';
import { type Answer, type AnswerColumn, answerOf } from '../../src/googlesql/resolver/queries/answer.js';
import { arrayOf, OPEN_TYPE, type SqlType, wholeTypeName } from '../../src/googlesql/types/types.js';

/**
 * Expects that GoogleSQL by itself finds the columns of a query that the embedded engine takes, with their types; and that it finds nothing
 * wrong with it where the tables, or some of their columns, are not known.
 */
export function expectResolvedAlike(
  sql: string,
  parameters: readonly Argument[],
  tables: readonly DescribedTable[],
  { columns }: AcceptedQuery,
): void {
  const names = {
    tables: new Map(tables.map(({ name, schema }) => [name, { columns: schema.map(column) }])),
    parameters: new Map(parameters.map(({ name, type, array }) => [name.toLowerCase(), parameterType(type, array)])),
  };
  const found = orProblem(() => answerOf(parse(sql), names));
  const told =
    'message' in found ? found.message : found.columns.map(({ name, type }) => `${name} ${wholeTypeName(type)}`);
  expect([sql, told]).toEqual([sql, columns.map(({ name, type }) => `${name} ${withoutMade(type)}`)]);
  for (const keep of [() => false, (index: number) => index % 2 === 0, (index: number) => index % 2 === 1]) {
    const partial = orProblem(() => answerOf(parse(sql), { ...names, tables: partialTables(names.tables, keep) }));
    const others = 'message' in partial ? partial.message : 'columns' in found && otherColumns(partial, found);
    expect([sql, others]).toEqual([sql, []]);
  }
}

/** Tables of which only some columns are known. */
function partialTables(tables: ReadonlyMap<string, TableColumns>, keep: (index: number) => boolean): NamedTables {
  return new Map(
    Array.from(tables, ([name, { columns }]) => [
      name,
      { columns: columns.filter((_, index) => keep(index)), isPartial: true },
    ]),
  );
}

/** Columns that are not those of the whole answer, or of other types. */
function otherColumns({ columns, isPartial }: Answer, whole: Answer): readonly string[] {
  const isOther = ({ name, type }: AnswerColumn, index: number) => {
    // Names that the answer makes are counted.
    if (isPartial && /^f\d+_$/.test(name)) return false;
    const wanted = isPartial ? whole.columns.find((each) => each.name === name) : whole.columns[index];
    return wanted?.name !== name || !mayBe(type, wanted.type);
  };
  return columns.filter(isOther).map(({ name, type }) => `${name} ${wholeTypeName(type)}`);
}

/** Whether a type is another one as far as it is known. */
function mayBe(type: SqlType, other: SqlType): boolean {
  if (type === OPEN_TYPE) return true;
  if (type.kind === 'ARRAY') return other.kind === 'ARRAY' && mayBe(type.element, other.element);
  if (type.kind !== 'STRUCT') return type.kind === other.kind;
  const fields = other.kind === 'STRUCT' ? other.fields : [];
  return (
    fields.length === type.fields.length &&
    type.fields.every((each, index) => mayBe(each.type, fields[index]?.type ?? OPEN_TYPE))
  );
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
