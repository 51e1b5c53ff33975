import { PARTITION_COLUMNS } from '../../catalog/partition-columns.js';
import { type FoundInRows } from '../../contract/suggested-columns.js';
import { type Column, type Engine } from '../../engines/engine.js';
import { quotedName } from '../../googlesql/tokens/quoted-name.js';
import { columnName, type Window, windowColumn } from './draft-query.js';

/** Longest look at the rows; the draft is made without it after that. */
const TIMEOUT_SECONDS = 30;
/** Largest number that is exact as a double. */
const EXACT = Number.MAX_SAFE_INTEGER;

/**
 * Reads all rows of a table once. Undefined where that takes too long or cannot be done. Only files of the operator's own are read like
 * that, which costs nothing; logs have recent rows anyway.
 */
export async function lookAtRows(
  table: string,
  columns: readonly Column[],
  engine: Engine,
): Promise<(FoundInRows & { readonly window: Window }) | undefined> {
  if (!engine.data || PARTITION_COLUMNS.has(table)) return undefined;
  const time = windowColumn(columns);
  const latest = time && `MAX(${columnName(table, time.name)})`;
  const questions = [
    latest === undefined ? 'TRUE' : `${latest} >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)`,
    latest === undefined ? 'NULL' : `FORMAT_TIMESTAMP('%F', ${latest})`,
    ...columns.map(({ name }) => `COUNTIF(${columnName(table, name)} IS NULL) = 0 AND COUNT(*) > 0`),
    ...columns.map(({ name, type }) => (type === 'INT64' ? isLarge(columnName(table, name)) : 'FALSE')),
  ];
  const sql = `SELECT ${questions.map((each, index) => `${each} AS q${index}`).join(', ')} FROM ${quotedName(table)}`;
  const { signal } = new AbortController();
  const rest = { parameters: [], maxRows: 1, timeoutSeconds: TIMEOUT_SECONDS, signal, labels: {} };
  const result = await engine.run({ sql, ...rest }).catch(() => undefined);
  const [recent, last, ...found] = (result?.rows[0] ?? []).map((text) => JSON.parse(text) as unknown);
  if (!result) return undefined;
  const named = (answers: readonly unknown[]) =>
    new Set(columns.flatMap(({ name }, index) => (answers[index] === true ? [name] : [])));
  return {
    window: recent !== true && typeof last === 'string' ? { lastDay: last } : 'recent',
    withoutNull: named(found.slice(0, columns.length)),
    withLargeNumbers: named(found.slice(columns.length)),
  };
}

function isLarge(column: string): string {
  return `COALESCE(MAX(${column}) > ${EXACT} OR MIN(${column}) < -${EXACT}, FALSE)`;
}
