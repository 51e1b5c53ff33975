import { type DuckDBConnection, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { errorText } from '../../../errors/error-text.js';
import { quoteName, quoteString } from '../compiler/types/duckdb-types.js';
import { columnsOf } from './view.js';

/** Collations that no column has both of; a text with another collation than its column cannot be compared with it. */
const PROBES = ['nfc', 'nocase'];

/**
 * The source to read in place of a table or view of a `.duckdb` file, so that texts are compared as they are: a column `COLLATE NOCASE`
 * would give a tenant `demo` the rows of `DEMO`. Arrays and structs of such texts are left out: DuckDB has no way to write them anew.
 */
export async function withoutCollations(connection: DuckDBConnection, source: string): Promise<string> {
  const columns = await columnsOf(connection, source);
  const isCollated = async (some: typeof columns) =>
    comparesOtherwise(
      connection,
      source,
      some.flatMap(({ name, type }) => textsOf(quoteName(name), type)),
    );
  if (!(await isCollated(columns))) return source;
  const items: string[] = [];
  for (const column of columns) {
    const name = quoteName(column.name);
    if (!(await isCollated([column]))) items.push(name);
    else if (column.type.typeId === DuckDBTypeId.VARCHAR) items.push(`${name} COLLATE C AS ${name}`);
  }
  return `(SELECT ${items.join(', ')} FROM ${source})`;
}

/** Whether one of the texts has a collation: DuckDB shows it only by its refusals. */
async function comparesOtherwise(
  connection: DuckDBConnection,
  source: string,
  texts: readonly string[],
): Promise<boolean> {
  if (texts.length === 0) return false;
  const items = texts.flatMap((text) => PROBES.map((each) => `${text} = ('' COLLATE ${each})`));
  try {
    (await connection.prepare(`SELECT ${items.join(', ')} FROM ${source}`)).destroySync();
    return false;
  } catch (error) {
    if (errorText(error).includes('different collation')) return true;
    throw error;
  }
}

/** The texts of a value, at every depth. */
function textsOf(sql: string, type: DuckDBType): readonly string[] {
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return [sql];
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return textsOf(`${sql}[1]`, type.valueType);
    case DuckDBTypeId.STRUCT:
      return type.entryTypes.flatMap((each, index) =>
        textsOf(`struct_extract(${sql}, ${quoteString(type.entryNames[index] ?? '')})`, each),
      );
    default:
      return [];
  }
}
