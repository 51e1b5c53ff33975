import { type UnreadColumn } from '../../../googlesql/resolver/names/rows.js';
import { type DuckDBConnection, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { sameType, type SqlType, TIMESTAMP } from '../../../googlesql/types/types.js';
import { isCanonical, sqlTypeOf, storedType } from '../column-types.js';
import { duckDbType, quoteName } from '../compiler/types/duckdb-types.js';
import { decoded, hasBytes, undecoded } from '../decoded-bytes.js';
import { schemaType } from '../schema-types.js';
import { innerTypes, unreadReason } from './unreadable-types.js';

/** A SELECT over the operator's data whose columns have the types that the compiler expects. */
export interface View {
  readonly sql: string;
  /** Items of its SELECT: an expression with its name for each column. */
  readonly items: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  /** Rows of single files, for keeping rows by their files; undefined where rows cannot be told apart by files. */
  readonly byFile?: RowsByFile | undefined;
  /** Whether values are converted to the columns' types as they are read, which fails for values that do not fit. */
  readonly isConverted: boolean;
  /** Whether its rows may change while the data that they are read from are the same. */
  readonly isComputed?: boolean;
  /** Whether columns and types are guessed from rows of text, without a schema. */
  readonly isGuessed: boolean;
  /** Columns that cannot be named. */
  readonly unread: readonly UnreadColumn[];
  /** Remarks for the operator on the others. */
  readonly remarks: readonly string[];
}

export interface RowsByFile {
  /** List of the SELECT. */
  readonly items: string;
  /** Text for FROM, with the path of a row's file as the column `filename`. */
  readonly source: string;
}

export interface SourceColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

/** Known facts about the rows that a view is made over. */
export interface RowSource {
  /** Whether a type was guessed from text. */
  readonly isText?: boolean;
  /** Whether the rows are those of a table that cannot change. */
  readonly isFixed?: boolean;
  /** Source of the same rows with the path of each one's file as the column `filename`. */
  readonly withFileNames?: string | undefined;
}

/** Text for FROM where there are no rows. */
export const NO_ROWS = '(SELECT NULL AS "nothing" WHERE false)';

/** Column that DuckDB's readers add on request, with the path of each row's file; files may have one of that name. */
export const FILE_NAME = 'filename';

/** A view over anything that can stand in FROM. Missing fields of the schema are NULL; without a schema it is inferred. */
export async function tableView(
  connection: DuckDBConnection,
  source: string,
  schema: TableSchema | undefined,
  { isText = false, isFixed = false, withFileNames }: RowSource = {},
): Promise<View> {
  const given = await columnsOf(connection, source);
  const whole = isFixed && !schema ? await wholeColumns(connection, source, given) : new Set<string>();
  const stored = given.map((column) => ({ ...column, sqlType: storedType(column.type, whole.has(column.name)) }));
  const wanted =
    schema?.map((field) => ({ name: field.name, type: schemaType(field) })) ??
    // A time that was found in text is an instant: DuckDB has brought it to UTC and dropped the zone that was written with it.
    stored.flatMap(({ name, sqlType: type }) =>
      type ? [{ name, type: isText && type.kind === 'DATETIME' ? TIMESTAMP : type }] : [],
    );
  const byName = new Map(given.map((column) => [column.name.toLowerCase(), column]));
  let isConverted = isText;
  const items = wanted.map(({ name, type }) => {
    const column = byName.get(name.toLowerCase());
    const item = column ? converted(column, type, isText) : `CAST(NULL AS ${duckDbType(type)})`;
    if (column && item !== quoteName(column.name)) isConverted = true;
    return `${item} AS ${quoteName(name)}`;
  });
  const unread = schema ? [] : stored.filter(({ sqlType }) => !sqlType);
  // A view has at least one column, even if none can be named.
  const list = items.length > 0 ? items.join(', ') : 'NULL AS "nothing"';
  const hasFileName = given.some(({ name }) => name.toLowerCase() === FILE_NAME);
  return {
    sql: `SELECT ${list} FROM ${source}`,
    items,
    columns: wanted,
    byFile: withFileNames === undefined || hasFileName ? undefined : { items: list, source: withFileNames },
    isConverted,
    isGuessed: isText && !schema,
    unread: unread.map(({ name, type }) => ({ name, reason: unreadReason(type) })),
    remarks: schema ? [] : given.flatMap(decimalRemarks),
  };
}

function converted(column: SourceColumn, type: SqlType, isText: boolean): string {
  if (isText && hasBytes(type)) return decoded(converted(column, undecoded(type), false), type);
  const name = quoteName(column.name);
  const own = sqlTypeOf(column.type);
  if (own && sameType(own, type) && isCanonical(column.type)) return name;
  // A time without a zone is UTC. CAST would ask ICU's calendar for every row.
  if (type.kind === 'TIMESTAMP' && own?.kind === 'DATETIME') return `make_timestamptz(epoch_us(${name}))`;
  const nested = type.kind === 'ARRAY' || type.kind === 'STRUCT';
  if (nested && column.type.typeId === DuckDBTypeId.VARCHAR)
    return `CAST(CAST(${name} AS JSON) AS ${duckDbType(type)})`;
  // Values beyond GoogleSQL's range are NULL. A failure would reveal to every tenant that there is one.
  return `${mayBeBeyond(column.type) ? 'TRY_CAST' : 'CAST'}(${name} AS ${duckDbType(type)})`;
}

/** Whether a value may be beyond the range of GoogleSQL's type: a time so far off, or a number with more digits in front of the point. */
function mayBeBeyond(type: DuckDBType): boolean {
  switch (type.typeId) {
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
      return true;
    case DuckDBTypeId.DECIMAL:
      return type.width - type.scale > NUMERIC_WHOLE_DIGITS;
    default:
      return innerTypes(type).some(mayBeBeyond);
  }
}

const HUGE: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.HUGEINT, DuckDBTypeId.UHUGEINT]);

/**
 * The columns of huge integers that are all NUMERICs. A column with another one is not read: the conversion would fail for that row, of any
 * tenant, in front of a filter.
 */
async function wholeColumns(
  connection: DuckDBConnection,
  source: string,
  columns: readonly SourceColumn[],
): Promise<ReadonlySet<string>> {
  const names = columns.filter(({ type }) => HUGE.has(type.typeId)).map(({ name }) => name);
  if (names.length === 0) return new Set();
  const fits = names.map(
    (name) => `bool_and(TRY_CAST(${quoteName(name)} AS DECIMAL(38,9)) IS NOT NULL OR ${quoteName(name)} IS NULL)`,
  );
  const [row = []] = (await connection.runAndReadAll(`SELECT ${fits.join(', ')} FROM ${source}`)).getRows();
  return new Set(names.filter((_, index) => row[index] !== false));
}

/** Digits of NUMERIC in front of the point and behind it. */
const NUMERIC_WHOLE_DIGITS = 29;
const NUMERIC_SCALE = 9;

function decimalRemarks({ name, type }: SourceColumn): readonly string[] {
  if (type.typeId !== DuckDBTypeId.DECIMAL) return [];
  const read = `column "${name}" (${String(type)}) is read as NUMERIC`;
  return [
    ...(type.scale > NUMERIC_SCALE ? [`${read} and rounded to 9 digits behind the point`] : []),
    ...(mayBeBeyond(type) ? [`${read}; a number of more than 29 digits in front of the point is NULL`] : []),
  ];
}

/** The columns of anything that can stand in FROM. */
export async function columnsOf(connection: DuckDBConnection, source: string): Promise<SourceColumn[]> {
  const result = await connection.run(`SELECT * FROM ${source} LIMIT 0`);
  return result.columnNames().map((name, index) => ({ name, type: result.columnType(index) }));
}
