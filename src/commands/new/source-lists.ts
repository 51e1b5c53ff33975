import { type DescribedTable } from '../../engines/described-table.js';
import { type Column } from '../../engines/engine.js';
import { printable } from '../../errors/excerpt.js';

/** Most tables shown before a question; a longer list would not be read there. */
const MOST_TABLES = 20;
const MOST_COLUMNS = 40;

export function tableList(tables: readonly DescribedTable[]): string {
  const shown = tables.filter(({ reason }) => reason === undefined);
  const lines = shown.slice(0, MOST_TABLES).map(({ name, columns }) => {
    const names = columns.slice(0, MOST_COLUMNS).map((column) => column.name);
    return `  ${name}: ${names.join(', ')}${columns.length > MOST_COLUMNS ? ', …' : ''}`;
  });
  const more = shown.length > MOST_TABLES ? [`  and ${shown.length - MOST_TABLES} more (quern tables)`] : [];
  return ['Tables:', ...lines.map(printable), ...more, ''].join('\n');
}

export function columnList(columns: readonly Column[]): string {
  const lines = columns.slice(0, MOST_COLUMNS).map(({ name, type }) => `  ${name} ${type}`);
  const more = columns.length > MOST_COLUMNS ? ['  …'] : [];
  return ['Columns:', ...lines.map(printable), ...more, ''].join('\n');
}
