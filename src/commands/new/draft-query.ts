import { type Column } from '../../engines/engine.js';
import { RESERVED_KEYWORDS } from '../../googlesql/tokens/reserved-keywords.js';
import { type DraftParameter } from './draft-parameter.js';
import { type Placement, valueFor } from './placement.js';

/** A query that uses every parameter and can be run, for those who do not have one yet. */
export function skeletonQuery(parameters: readonly DraftParameter[]): string {
  const columns = parameters.map(({ name }) => `@${name} AS ${quotedName(name)}`);
  return `-- Write your own query here.\n${select(columns.length > 0 ? columns : ["'hello' AS greeting"])}`;
}

/** What an engine is asked to learn the columns of a table. */
export function everyColumn(table: string): string {
  return `SELECT * FROM ${quotedName(table)}`;
}

/** The time that a query reads by itself: some tables can be read in no other way, and nobody wants to read all. */
const DAY = 'INTERVAL 1 DAY';

/** A query of all columns of a table; each parameter picks rows by a column. What is `recent` is bounded even where no parameter says so. */
export function tableQuery(
  table: string,
  columns: readonly Column[],
  placements: readonly Placement[],
  { recent = true } = {},
): string {
  const time = recent ? columns.find(({ type }) => type === 'TIMESTAMP') : undefined;
  const bounds = placements.filter(({ column, operator }) => column === time && operator !== '=');
  const others = placements.filter((placement) => !bounds.includes(placement));
  const conditions = [...(time ? timeBounds(time, bounds) : []), ...others.map(condition)];
  const where = conditions.map((each, index) => `${index === 0 ? 'WHERE' : '  AND'} ${each}`);
  return [select(columns.map(({ name }) => quotedName(name))), `FROM ${quotedName(table)}`, ...where].join('\n');
}

/** A caller who names no beginning has the last day, up to the end that there is. */
function timeBounds(time: Column, bounds: readonly Placement[]): readonly string[] {
  const column = quotedName(time.name);
  const lower = bounds.filter(({ operator }) => operator === '>=');
  const upper = bounds.filter(({ operator }) => operator !== '>=');
  if (lower.some(({ parameter }) => parameter.required)) return bounds.map(condition);
  const [end] = upper;
  const until = end ? orElse(end, 'CURRENT_TIMESTAMP()') : 'CURRENT_TIMESTAMP()';
  const [begin, ...more] = lower;
  const day = `TIMESTAMP_SUB(${until}, ${DAY})`;
  const since = `${column} >= ${begin ? orElse(begin, day) : day}`;
  return [since, ...[...more, ...upper].map(condition)];
}

function orElse(placement: Placement, other: string): string {
  const value = valueFor(placement);
  return placement.parameter.required ? value : `COALESCE(${value}, ${other})`;
}

function condition(placement: Placement): string {
  const { parameter, column, operator } = placement;
  const name = quotedName(column.name);
  if (parameter.array) return `${name} IN UNNEST(@${parameter.name})`;
  const compared = `${name} ${operator} ${valueFor(placement)}`;
  return parameter.required ? compared : `(@${parameter.name} IS NULL OR ${compared})`;
}

function select(columns: readonly string[]): string {
  return `SELECT\n${columns.map((column) => `  ${column}`).join(',\n')}`;
}

/** In backquotes where a plain name would not do. */
export function quotedName(name: string): string {
  const isWord = /^[A-Za-z_]\w*$/.test(name) && !RESERVED_KEYWORDS.has(name.toUpperCase());
  return isWord ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}
