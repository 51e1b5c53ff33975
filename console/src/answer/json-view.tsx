import { useMemo, useRef } from 'preact/hooks';
import { CopyButton } from '../copy-button.js';
import { jsonLines } from './print-json.js';
import { useWindow } from './use-window.js';

const LINE = 20;

/** The answer’s JSON over several lines, of which those in sight are drawn. */
export function JsonView({ body, text }: { readonly body: unknown; readonly text: string }) {
  const lines = useMemo(() => (body === undefined ? text.split('\n') : [...jsonLines(body)]), [body, text]);
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useWindow(scroller, lines.length, LINE);
  return (
    <div class="json">
      <CopyButton text={() => lines.join('\n')} />
      <div class="scroller" ref={scroller} tabIndex={0} role="region" aria-label="The answer as JSON">
        <div style={{ height: `${lines.length * LINE}px` }}>
          <pre style={{ transform: `translateY(${first * LINE}px)` }}>{lines.slice(first, end).join('\n')}</pre>
        </div>
      </div>
    </div>
  );
}
