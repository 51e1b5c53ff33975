import { type Column } from '../../engines/engine.js';
import { SCALAR_TYPES } from '../../parameters/parameter.js';
import { RESERVED_KEYWORDS } from '../../googlesql/tokens/reserved-keywords.js';
import { type DraftParameter } from './draft-parameter.js';

/** A query that uses every parameter and can be run, for those who do not have one yet. */
export function skeletonQuery(parameters: readonly DraftParameter[]): string {
  const columns = parameters.map(({ name }) => `@${name} AS ${quoted(name)}`);
  return `-- Write your own query here.\n${select(columns.length > 0 ? columns : ["'hello' AS greeting"])}`;
}

/** What an engine is asked to learn the columns of a table. */
export function everyColumn(table: string): string {
  return `SELECT * FROM ${quoted(table)}`;
}

/**
 * A query of all columns of a table. A parameter that is named as a column filters by it, any other is shown beside the columns
 * until the author knows better. A time column is bounded: some tables can be read in no other way, and nobody wants to read all.
 */
export function tableQuery(table: string, columns: readonly Column[], parameters: readonly DraftParameter[]): string {
  const filters: string[] = [];
  const others: string[] = [];
  const time = columns.find(({ type }) => type === 'TIMESTAMP');
  if (time) filters.push(`${quoted(time.name)} >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)`);
  for (const parameter of parameters) {
    const column = columns.find(({ name }) => name.toLowerCase() === parameter.name.toLowerCase());
    if (!column) others.push(`@${parameter.name} AS ${quoted(parameter.name)}`);
    else filters.push(filter(quoted(column.name), parameter, column));
  }
  const where = filters.map((condition, index) => `${index === 0 ? 'WHERE' : '  AND'} ${condition}`);
  return [select([...columns.map(({ name }) => quoted(name)), ...others]), `FROM ${quoted(table)}`, ...where].join(
    '\n',
  );
}

function filter(column: string, { name, type, array, required }: DraftParameter, { type: columnType }: Column): string {
  if (array) return `${column} IN UNNEST(@${name})`;
  const isSameType = SCALAR_TYPES[type] === columnType;
  const condition = `${column} = ${isSameType ? `@${name}` : `CAST(@${name} AS ${columnType})`}`;
  return required ? condition : `(@${name} IS NULL OR ${condition})`;
}

function select(columns: readonly string[]): string {
  return `SELECT\n${columns.map((column) => `  ${column}`).join(',\n')}`;
}

/** In backquotes where a plain name would not do. */
function quoted(name: string): string {
  const isWord = /^[A-Za-z_]\w*$/.test(name) && !RESERVED_KEYWORDS.has(name.toUpperCase());
  return isWord ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}
