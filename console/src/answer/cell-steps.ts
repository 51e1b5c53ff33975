/** A cell of the table, from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are in sight at once. */
  readonly page: number;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** Where a key leads from a cell, as in other grids (ARIA practices); undefined for keys that lead nowhere. */
export function stepOf(
  { key, ctrlKey, metaKey }: Key,
  { row, column }: Cell,
  { rows, columns, page }: Size,
): Cell | undefined {
  const isFar = ctrlKey || metaKey;
  const steps: Readonly<Record<string, Cell>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? rows - 1 : row, column: columns - 1 },
  };
  const step = steps[key];
  return step && { row: within(step.row, rows), column: within(step.column, columns) };
}

function within(at: number, count: number): number {
  return Math.max(0, Math.min(at, count - 1));
}
