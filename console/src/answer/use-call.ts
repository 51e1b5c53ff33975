import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, type Api, type Values } from '../api/api.js';
import { type Endpoint } from '../api/document.js';
import { queryOf } from '../place/place.js';

export interface CallState {
  /** Of the last call that was answered. */
  readonly answer: Answer | undefined;
  /** When the call that runs began, by `performance.now()`. */
  readonly runningSince: number | undefined;
  /** Why there is no answer: it was cancelled, or nobody could be reached. */
  readonly message: string | undefined;
}

const NOTHING: CallState = { answer: undefined, runningSince: undefined, message: undefined };

/** What is longer goes into a body: a URL may have 16 KiB. */
const MAX_QUERY = 12_000;

/** Calls one endpoint, one call at a time. To abort the request is to cancel the query, where nobody else waits for it. */
export function useCall(api: Api, endpoint: Endpoint) {
  const [state, setState] = useState(NOTHING);
  const running = useRef<AbortController | undefined>(undefined);
  const run = useCallback(
    async (values: Values) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState(({ answer }) => ({ answer, runningSince: performance.now(), message: undefined }));
      try {
        const answer = await send(api, endpoint, values, own.signal);
        if (running.current === own) setState({ ...NOTHING, answer });
      } catch {
        if (running.current !== own) return;
        const message = own.signal.aborted ? 'Cancelled.' : 'The service cannot be reached.';
        setState(({ answer }) => ({ ...NOTHING, answer, message }));
      }
    },
    [api, endpoint],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
  }, []);
  // Nobody waits for an endpoint that is not looked at any more.
  useEffect(() => cancel, [cancel]);
  return { ...state, run, cancel };
}

async function send(api: Api, { path }: Endpoint, values: Values, signal: AbortSignal): Promise<Answer> {
  const query = queryOf(values);
  if (query.length <= MAX_QUERY) return api.get(`${path}${query === '' ? '' : `?${query}`}`, { signal });
  const body = Object.fromEntries(
    [...values].flatMap(([name, texts]) => (texts.length === 0 ? [] : [[name, texts.length === 1 ? texts[0] : texts]])),
  );
  return api.get(path, {
    signal,
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
}
