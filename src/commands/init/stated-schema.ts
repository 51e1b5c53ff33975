import { type TableField, type TableSchema } from '../../catalog/log-tables/log-tables.js';
import { type DescribedTable } from '../../engines/described-table.js';
import { type Engine } from '../../engines/engine.js';
import { quote } from '../../errors/excerpt.js';
import { columnName } from '../new/draft-query.js';
import { quotedName } from '../../googlesql/tokens/quoted-name.js';

/** Types whose values are read from text where a schema states them. */
const READ_FROM_TEXT = /^(?:INT64|FLOAT64|NUMERIC|BOOL|DATE|DATETIME|TIME|TIMESTAMP)$/;
/** Files are read once from their beginning to their end. */
const TIMEOUT_SECONDS = 3600;

/**
 * The columns of a table whose values are not written as their types are: without a schema an engine guesses how days such as 31.12.2026 are
 * meant, and with one it reads what GoogleSQL does.
 */
export async function unreadableColumns({ name, columns }: DescribedTable, engine: Engine): Promise<readonly string[]> {
  const typed = columns.filter(({ type }) => READ_FROM_TEXT.test(type)).map((column) => column.name);
  if (await isReadable(name, typed, engine)) return [];
  const found: string[] = [];
  for (const column of typed) if (!(await isReadable(name, [column], engine))) found.push(column);
  return found;
}

/** With these columns as texts, which anything can be read as. */
export function withTexts(schema: TableSchema, columns: readonly string[]): TableSchema {
  return schema.map((field): TableField => (columns.includes(field.name) ? { ...field, type: 'STRING' } : field));
}

/** What is said of such a column. */
export function asText({ name, type }: DescribedTable['columns'][number]): string {
  const isTime = /^(?:DATE|TIME)/.test(type);
  const rest = isTime ? `; PARSE_${type} reads other forms` : '';
  return `${quote(name)} is read as text: its values are not all written as GoogleSQL reads ${type}${rest}`;
}

async function isReadable(table: string, columns: readonly string[], engine: Engine): Promise<boolean> {
  if (columns.length === 0) return true;
  const sql = `SELECT ${columns.map((column) => `MAX(${columnName(table, column)})`).join(', ')} FROM ${quotedName(table)}`;
  const { signal } = new AbortController();
  const rest = { parameters: [], maxRows: 1, timeoutSeconds: TIMEOUT_SECONDS, signal, labels: {} };
  return engine.run({ sql, ...rest }).then(
    () => true,
    () => false,
  );
}
