import { useEffect, useRef, useState } from 'preact/hooks';
import { Mark } from '../mark.js';

interface Props {
  readonly isOpening: boolean;
  readonly message: string | undefined;
  readonly onKey: (key: string, keep: boolean) => Promise<void>;
}

/** Where a key is pasted. It goes into no form that a browser would offer to remember, nor into its address. */
export function KeyEntry({ isOpening, message, onKey }: Props) {
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isOpening) input.current?.focus();
  }, [isOpening]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (key.trim() !== '') void onKey(key.trim(), keep);
  };
  return (
    <main class="entry">
      <form class="entry-card" onSubmit={submit} aria-busy={isOpening}>
        <h1>
          <Mark /> Quern
        </h1>
        <p class="muted">Paste a key to see the endpoints that it may call, and to try them.</p>
        <label for="key">Key</label>
        <input
          id="key"
          ref={input}
          class="mono"
          type="password"
          autoComplete="off"
          spellcheck={false}
          placeholder="quern_…"
          value={key}
          disabled={isOpening}
          aria-invalid={message !== undefined}
          aria-describedby="key-message"
          onInput={(event) => {
            setKey(event.currentTarget.value);
          }}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={keep}
            onChange={(event) => {
              setKeep(event.currentTarget.checked);
            }}
          />
          Keep in this tab
          <span class="muted">until it is closed, or idle for half an hour</span>
        </label>
        <p id="key-message" class="field-problem" role="alert">
          {message}
        </p>
        <button class="primary" type="submit" disabled={isOpening || key.trim() === ''}>
          {isOpening ? 'Looking…' : 'Open'}
        </button>
      </form>
      <p class="muted small entry-hint">
        The first start of a service prints a key. <code>quern keys create</code> makes others.
      </p>
    </main>
  );
}
