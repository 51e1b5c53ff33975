import { ask } from './ask.js';
import { HITS, MISSES, type Peer, type Served } from './peer.js';
import { type Store } from './store.js';

/** A peer that runs and answers as it has to. */
export interface Contender {
  readonly peer: Peer;
  readonly version: string;
  readonly served: Served;
}

/** Starts a peer and looks at its answers; what is wrong with it is told, and it is left out then. */
export async function enter(peer: Peer, store: Store, version: string): Promise<Contender | string> {
  let served: Served | undefined;
  try {
    served = await peer.open(store);
    await examine(served);
    return { peer, version, served };
  } catch (error) {
    served?.stop();
    return error instanceof Error ? error.message : String(error);
  }
}

async function examine({ hits, misses }: Served): Promise<void> {
  for (const [hit, rows] of Object.entries(HITS) as [keyof typeof HITS, number][]) {
    if (!hits) break;
    const found = hits[hit].rowsOf(await ask(hits[hit])).length;
    if (found !== rows) throw new Error(`it answers ${found} rows, not ${rows}`);
  }
  for (const miss of MISSES) if (misses) await ask(misses[miss]);
}

/** What two peers have to agree on: which rows are the newest, and the numbers of each day. */
export async function factsOf({ served: { misses } }: Contender): Promise<string> {
  if (!misses) return '';
  const newest = misses.newest.rowsOf(await ask(misses.newest)).map(({ id }) => id);
  const counts = misses.counts
    .rowsOf(await ask(misses.counts))
    .map(({ day, requests, rest, auth }) => [String(day).slice(0, 10), Number(requests), Number(rest), Number(auth)]);
  return JSON.stringify({ newest, counts });
}
