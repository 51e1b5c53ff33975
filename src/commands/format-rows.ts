export const FORMATS = ['table', 'json', 'csv'] as const;

export type Format = (typeof FORMATS)[number];

type Row = readonly unknown[];

/** Rows as text: a table for people, JSON for pipes, unless a format is named. */
export function formatRows(
  columns: readonly string[],
  rows: readonly Row[],
  format: Format | undefined,
  out: { readonly isTTY?: boolean },
): string {
  switch (format ?? (out.isTTY ? 'table' : 'json')) {
    case 'table':
      return table(columns, rows);
    case 'csv':
      return [columns, ...rows].map((row) => row.map(csvField).join(',') + '\r\n').join('');
    case 'json':
      return `${JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]]))),
        null,
        2,
      )}\n`;
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** RFC 4180. */
function csvField(value: unknown): string {
  const text = cellText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const MAX_CELL = 60;

function table(columns: readonly string[], rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map(tableCell));
  const widths = columns.map((name, index) => Math.max(name.length, ...cells.map((row) => row[index]?.length ?? 0)));
  const isNumber = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => (isNumber[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(columns), rule, ...cells.map(line), `(${rows.length} row${rows.length === 1 ? '' : 's'})`, ''].join(
    '\n',
  );
}

/** One line, not too long, and nothing that a terminal would obey. */
function tableCell(value: unknown): string {
  const text = cellText(value).replace(/\p{Cc}/gu, ' ');
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
}
