import { type JsonText } from '../../engines/engine.js';
import { type Format } from './row-formats.js';
import { type RowSet } from './row-set.js';
import { type Terminal } from '../command-context.js';
import { formatTable } from './format-table.js';
import { plainText } from './plain-text.js';

/** A table for people, JSON for pipes, unless a format is named. */
export function formatFor(out: Terminal, named: Format | undefined): Format {
  return named ?? (out.isTTY === true ? 'table' : 'json');
}

export function writeRows(rows: RowSet, format: Format, out: Terminal): void {
  out.write(formatRows(rows, format, out.isTTY === true ? out.columns : undefined));
}

/** Only a table is made to fit a width; all other formats hold every value as the engine gave it. */
function formatRows(set: RowSet, format: Format, width?: number): string {
  switch (format) {
    case 'table':
      return formatTable(set, width);
    case 'json':
      return set.rows.length === 0 ? '[]\n' : `[\n${objects(set).join(',\n')}\n]\n`;
    case 'ndjson':
      return objects(set)
        .map((object) => `${object}\n`)
        .join('');
    case 'csv': {
      const header = set.columns.map(({ name }) => JSON.stringify(name));
      return [header, ...set.rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
    }
  }
}

function objects({ columns, rows }: RowSet): string[] {
  const keys = columns.map(({ name }) => JSON.stringify(name));
  return rows.map((row) => `{${row.map((value, index) => `${keys[index] ?? ''}:${value}`).join(',')}}`);
}

/** RFC 4180; an empty text is `""` and NULL is nothing at all, as PostgreSQL has it. */
function csvField(value: JsonText): string {
  if (value === 'null') return '';
  const text = plainText(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
