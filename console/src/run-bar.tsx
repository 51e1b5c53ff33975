import { useEffect, useState } from 'preact/hooks';

interface Props {
  /** By `performance.now()`; undefined while nothing runs. */
  readonly runningSince: number | undefined;
  readonly onCancel: () => void;
}

/** Starts a call and ends it, and says how long it has taken so far. */
export function RunBar({ runningSince, onCancel }: Props) {
  return (
    <div class="run-bar">
      <button class="primary" type="submit">
        Run
      </button>
      <span class="muted small" aria-hidden="true">
        <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      </span>
      {runningSince !== undefined && (
        <>
          <button type="button" onClick={onCancel}>
            Cancel <kbd aria-hidden="true">Esc</kbd>
          </button>
          <Seconds since={runningSince} />
        </>
      )}
    </div>
  );
}

function Seconds({ since }: { readonly since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 100);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return <span class="muted small seconds">{((now - since) / 1000).toFixed(1)} s</span>;
}
