import { useEffect, useRef } from 'preact/hooks';
import { type Column } from '../api/document.js';
import { type Value } from '../api/exact-number.js';
import { CopyButton } from '../copy-button.js';
import { jsonLines } from './print-json.js';

interface Props {
  readonly column: Column;
  /** From 1. */
  readonly row: number;
  readonly value: Value;
  readonly onClose: () => void;
}

/** Characters of one value that are shown; a copy has them all. */
const MOST = 100_000;

/** One value as a whole, beside the table. */
export function Inspector({ column, row, value, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
    close.current?.focus();
  }, [column.name, row]);
  const text = typeof value === 'string' ? value : [...jsonLines(value)].join('\n');
  return (
    <aside
      class="inspector"
      ref={panel}
      aria-label={`${column.name} of row ${row}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <span class="mono strong">{column.name}</span>
        <span class="muted small">
          {column.type} · row {row}
        </span>
        <CopyButton text={() => text} />
        <button type="button" class="quiet" ref={close} onClick={onClose} aria-label="Close">
          ×
        </button>
      </header>
      <pre tabIndex={0} role="region" aria-label="The whole value">
        {text.slice(0, MOST)}
        {text.length > MOST && '…'}
      </pre>
    </aside>
  );
}
