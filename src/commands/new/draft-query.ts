import { type Column } from '../../engines/engine.js';
import { quotedName } from '../../googlesql/tokens/quoted-name.js';
import { type DraftParameter, type Placement, valueFor } from './placement.js';

/** A query that uses every parameter and can be run, for operators without one. */
export function skeletonQuery(parameters: readonly DraftParameter[]): string {
  const columns = parameters.map(({ name }) => `@${name} AS ${quotedName(name)}`);
  return `-- Write your own query here.\n${select(columns.length > 0 ? columns : ["'hello' AS greeting"])}`;
}

/** Span of a query that reads by time on its own: some tables can be read in no other way, and nobody wants to read all. */
const DAY = 'INTERVAL 1 DAY';

/** Rows of a query without a time in its parameters: all, a day up to now, or a day up to the end of the last one with rows. */
export type Window = 'all' | 'recent' | { readonly lastDay: string };

/** The time column of a window. */
export function windowColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ type }) => type === 'TIMESTAMP');
}

export function tableQuery(
  table: string,
  columns: readonly Column[],
  placements: readonly Placement[],
  window: Window,
): string {
  const time = window === 'all' ? undefined : windowColumn(columns);
  const bounds = placements.filter(({ column, operator }) => column === time && operator !== '=');
  const others = placements.filter((placement) => !bounds.includes(placement));
  const conditions = [
    ...(time ? timeBounds(table, time, bounds, window) : []),
    ...others.map((each) => condition(table, each)),
  ];
  const where = conditions.map((each, index) => `${index === 0 ? 'WHERE' : '  AND'} ${each}`);
  return [select(columns.map(({ name }) => columnName(table, name))), `FROM ${quotedName(table)}`, ...where].join('\n');
}

/** Bounds of time; a caller who names no beginning gets the one day before the end. */
function timeBounds(table: string, time: Column, bounds: readonly Placement[], window: Window): readonly string[] {
  const lower = bounds.filter(({ operator }) => operator === '>=');
  const upper = bounds.filter(({ operator }) => operator !== '>=');
  if (lower.some(({ parameter }) => parameter.required)) return bounds.map((each) => condition(table, each));
  const [begin, ...more] = lower;
  const day = dayBefore(upper[0], window);
  const since = `${columnName(table, time.name)} >= ${begin ? orElse(begin, day) : day}`;
  return [since, ...[...more, ...upper].map((each) => condition(table, each))];
}

function dayBefore(end: Placement | undefined, window: Window): string {
  const lastDay = typeof window === 'object' ? `TIMESTAMP '${window.lastDay}'` : undefined;
  if (!end) return lastDay ?? `TIMESTAMP_SUB(CURRENT_TIMESTAMP(), ${DAY})`;
  const lastEnd = lastDay === undefined ? 'CURRENT_TIMESTAMP()' : `TIMESTAMP_ADD(${lastDay}, ${DAY})`;
  return `TIMESTAMP_SUB(${orElse(end, lastEnd)}, ${DAY})`;
}

function orElse(placement: Placement, other: string): string {
  const value = valueFor(placement);
  return placement.parameter.required ? value : `COALESCE(${value}, ${other})`;
}

function condition(table: string, placement: Placement): string {
  const { parameter, column, operator } = placement;
  const name = columnName(table, column.name);
  if (parameter.array) return `${name} IN UNNEST(@${parameter.name})`;
  const compared = `${name} ${operator} ${valueFor(placement)}`;
  return parameter.required ? compared : `(@${parameter.name} IS NULL OR ${compared})`;
}

function select(columns: readonly string[]): string {
  return `SELECT\n${columns.map((column) => `  ${column}`).join(',\n')}`;
}

/** A column of a table in FROM. Its name alone would mean the whole row if the table is called the same. */
export function columnName(table: string, column: string): string {
  const [own = table] = table.split('.').slice(-1);
  return own.toLowerCase() === column.toLowerCase() ? `${quotedName(own)}.${quotedName(column)}` : quotedName(column);
}
