import { type ColumnType, columnTypeOf } from './column-type.js';

export interface ReadableContract {
  /** Name in lower case. */
  readonly name: string;
  readonly columns: readonly ReadableColumn[];
}

interface ReadableColumn {
  readonly name: string;
  /** GoogleSQL type. */
  readonly type: string;
  /** Fields at any depth, in the order of the type; none for a column without STRUCTs. */
  readonly fields: readonly { readonly path: string; readonly type: string }[];
}

type DescribedQueries = readonly {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}[];

/** Describes the queries for callers: `metadata[].status` is a field of a STRUCT in an ARRAY, which stands in UNNEST. */
export function readableQueries(queries: DescribedQueries): readonly ReadableContract[] {
  return queries.map(({ name, columns }) => ({
    name,
    columns: columns.map(({ name: path, type }) => ({ name: path, type, fields: fieldsIn(path, columnTypeOf(type)) })),
  }));
}

function fieldsIn(path: string, type: ColumnType | undefined): ReadableColumn['fields'] {
  if (type?.kind === 'ARRAY') return fieldsIn(`${path}[]`, type.element);
  if (type?.kind !== 'STRUCT') return [];
  return type.fields.flatMap((field) => {
    // A field without a name cannot be named, nor can its own fields.
    if (field.name === '') return [];
    const below = `${path}.${field.name}`;
    return [{ path: below, type: field.text }, ...fieldsIn(below, field.type)];
  });
}

/** `hits (path, ms), busy (path, n)` */
export function readableText(queries: readonly ReadableContract[]): string {
  return queries.map(({ name, columns }) => `${name} (${columns.map((column) => column.name).join(', ')})`).join(', ');
}
