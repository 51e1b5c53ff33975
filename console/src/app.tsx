import { useCallback, useEffect, useState } from 'preact/hooks';
import { Api, Refused } from './api/api.js';
import { type Endpoint, endpointsOf } from './api/document.js';
import { forgetEarlier } from './editor/earlier.js';
import { takeKeyFromAddress } from './key/first-link.js';
import { IDLE_MINUTES, useIdle } from './key/idle.js';
import { KeyEntry } from './key/key-entry.js';
import { keptKey } from './key/kept-key.js';
import { Workspace } from './workspace.js';

/** A key that has been found good, and what it may call. */
export interface Session {
  readonly api: Api;
  readonly endpoints: readonly Endpoint[];
  /** Of their files, by name; undefined where the key may not know. */
  readonly states: ReadonlyMap<string, string> | undefined;
}

/** Asks for a key until there is a good one; shows what it may call from then on, until it is forgotten. */
export function App({ firstKey }: { readonly firstKey: string | undefined }) {
  const [session, setSession] = useState<Session>();
  const [message, setMessage] = useState<string>();
  const [isOpening, setOpening] = useState(firstKey !== undefined);

  const open = useCallback(async (key: string, keep?: boolean) => {
    setOpening(true);
    setMessage(undefined);
    try {
      setSession(await sessionOf(key));
      if (keep === true) keptKey.keep(key);
    } catch (error) {
      if (error instanceof Refused) keptKey.forget();
      setMessage(error instanceof Refused ? error.message : 'The service cannot be reached.');
    }
    setOpening(false);
  }, []);

  const forget = useCallback((why?: string) => {
    keptKey.forget();
    forgetEarlier();
    setSession(undefined);
    setMessage(why);
  }, []);

  useEffect(() => {
    if (firstKey !== undefined) void open(firstKey);
  }, [firstKey, open]);
  useEffect(() => {
    // The link of a start may be opened in a tab that has this page already.
    const look = () => {
      const key = takeKeyFromAddress();
      if (key !== undefined) void open(key);
    };
    addEventListener('hashchange', look);
    return () => {
      removeEventListener('hashchange', look);
    };
  }, [open]);
  const onIdle = useCallback(() => {
    if (session) forget(`The key was forgotten, since nobody has touched this page for ${IDLE_MINUTES} minutes.`);
  }, [session, forget]);
  useIdle(onIdle);

  if (session) return <Workspace session={session} onForget={forget} />;
  return <KeyEntry isOpening={isOpening} message={message} onKey={open} />;
}

async function sessionOf(key: string): Promise<Session> {
  const api = new Api(key);
  const endpoints = endpointsOf(await api.document());
  return { api, endpoints, states: await api.states() };
}
