import { type ChartColumns } from '../chart/columns.js';
import { type RowSet } from './rows.js';

/** Whole numbers may be instants as well, but most are not. */
const TIMES = /^(?:TIMESTAMP|DATETIME|DATE)$/;

/** What an answer is seen as before anybody has chosen: numbers over time as a chart, and all else as the rows that it is. */
export function firstView({ columns, rows }: RowSet, { times, numbers }: ChartColumns): 'chart' | 'table' {
  const time = columns.find(({ name, type = '' }) => times.includes(name) && TIMES.test(type));
  if (!time || numbers.length === 0) return 'table';
  return rows.at(0)?.[time.name] === rows.at(-1)?.[time.name] ? 'table' : 'chart';
}
