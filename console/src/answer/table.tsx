import { useMemo, useRef, useState } from 'preact/hooks';
import { type Column } from '../api/document.js';
import { CellText, isNumeric } from './cell.js';
import { type Cell, stepOf } from './cell-steps.js';
import { Inspector } from './inspector.js';
import { type Row, type RowSet } from './rows.js';
import { useWindow } from './use-window.js';
import { widthsOf } from './widths.js';

const ROW = 30;
/** As the style sheet has it. */
const HEAD = 48;

/** Rows, of which those in sight are drawn; the arrows go from cell to cell, and Enter opens one. */
export function Table({ set }: { readonly set: RowSet }) {
  const { columns, rows } = set;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useWindow(scroller, rows.length, ROW);
  const widths = useMemo(() => widthsOf(set), [set]);
  const numbers = String(rows.length).length * 7 + 20;
  const [cursor, setCursor] = useState<Cell>({ row: 0, column: 0 });
  const [open, setOpen] = useState<Cell>();
  const grid = useRef<HTMLTableElement>(null);
  const show = ({ row, column }: Cell) => {
    const element = scroller.current;
    if (!element) return;
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, numbers);
    bring(element, 'Left', left, element.clientWidth - (widths[column] ?? 0));
    bring(element, 'Top', row * ROW, element.clientHeight - HEAD - ROW);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) setOpen(cursor);
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 2;
    const next = stepOf(event, cursor, { rows: rows.length, columns: columns.length, page });
    if (!next) return;
    event.preventDefault();
    setCursor(next);
    show(next);
  };
  const openColumn = open && columns[open.column];
  return (
    <div class="table">
      <div class="scroller" ref={scroller}>
        <table
          role="grid"
          ref={grid}
          style={{ width: `max(100%, ${widths.reduce((sum, width) => sum + width, numbers)}px)` }}
          tabIndex={0}
          aria-label="Rows"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 1}
          aria-activedescendant={rows.length > 0 ? idOf(cursor) : undefined}
          onKeyDown={onKeyDown}
        >
          <colgroup>
            <col style={{ width: `${numbers}px` }} />
            {/* The last one takes what room is left. */}
            {widths.slice(0, -1).map((width, index) => (
              <col key={columns[index]?.name} style={{ width: `${width}px` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" class="number">
                <span class="hidden">Row</span>
              </th>
              {columns.map((column) => (
                <Head key={column.name} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={first * ROW} />
            {rows.slice(first, end).map((row, index) => (
              <Line
                key={first + index}
                row={row}
                at={first + index}
                columns={columns}
                cursor={cursor.row === first + index ? cursor.column : undefined}
                onOpen={(column) => {
                  setCursor({ row: first + index, column });
                  setOpen({ row: first + index, column });
                }}
              />
            ))}
            <Gap height={(rows.length - end) * ROW} />
          </tbody>
        </table>
        {rows.length === 0 && <p class="nothing muted">No rows.</p>}
      </div>
      {open && openColumn && (
        <Inspector
          column={openColumn}
          row={open.row + 1}
          value={rows[open.row]?.[openColumn.name] ?? null}
          onClose={() => {
            setOpen(undefined);
            grid.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}

/** Scrolls as little as it takes. @param room what there is before and beside it */
function bring(element: HTMLElement, side: 'Left' | 'Top', at: number, room: number): void {
  const scrolled = element[`scroll${side}`];
  if (at < scrolled || room < 0) element[`scroll${side}`] = at;
  else if (at > scrolled + room) element[`scroll${side}`] = at - room;
}

function Head({ column: { name, type, description } }: { readonly column: Column }) {
  return (
    <th scope="col" title={description} class={isNumeric(type) ? 'right' : undefined}>
      <span class="column-name">{name}</span>
      <span class="column-type">{type ?? ' '}</span>
    </th>
  );
}

/** In place of rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr class="gap" aria-hidden="true" style={{ height: `${height}px` }} /> : null;
}

interface LineProps {
  readonly row: Row;
  readonly at: number;
  readonly columns: readonly Column[];
  /** The column that the cursor is in. */
  readonly cursor: number | undefined;
  readonly onOpen: (column: number) => void;
}

function Line({ row, at, columns, cursor, onOpen }: LineProps) {
  return (
    <tr aria-rowindex={at + 2}>
      <th scope="row" class="number">
        {at + 1}
      </th>
      {columns.map(({ name, type }, column) => {
        const value = row[name] ?? null;
        return (
          <td
            key={name}
            id={idOf({ row: at, column })}
            class={`${isNumeric(type, value) ? 'right' : ''}${cursor === column ? ' cursor' : ''}`}
            onClick={() => {
              onOpen(column);
            }}
          >
            <CellText value={value} />
          </td>
        );
      })}
    </tr>
  );
}

function idOf({ row, column }: Cell): string {
  return `c-${row}-${column}`;
}
