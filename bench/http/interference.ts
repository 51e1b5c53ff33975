import { setTimeout as pause } from 'node:timers/promises';
import { type Progress } from '../progress.js';
import { Child } from './child.js';
import { type PacedLoad } from './clients/paced.js';
import { type Target } from './exchange.js';
import { type Name } from './names.js';
import { median, quantile } from '../quantile.js';
import { type Extent } from './throughput.js';

/**
 * Servers whose hits are measured, and the load beside them: Quern; a server that has nothing to do with the cold queries; and
 * that server where nothing runs but loops of the lowest priority, which is what a busy machine costs anybody.
 */
const SUBJECTS = [
  { server: 'quern', beside: 'cold queries' },
  { server: 'bare', beside: 'cold queries' },
  { server: 'bare', beside: 'idle loops' },
] as const satisfies readonly { server: Name; beside: Beside }[];

export type Beside = 'cold queries' | 'idle loops';

/** Hits a second: far from what a server can do, so that they wait for what keeps it busy and not for each other. */
export const PER_SECOND = 500;

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Latencies of hits beside other work and without it; medians over the rounds. */
export interface Interference {
  readonly server: Name;
  readonly beside: Beside;
  readonly idle: Latency;
  readonly busy: Latency;
  /** The 99th percentile of the busy time by that of the idle time, within a round. */
  readonly ratio: number;
  /** The 99th percentile by that of the bare server beside the same work, within a round. */
  readonly toBare: { readonly idle: number; readonly busy: number };
  /** The time of a cold query meanwhile, if any ran. */
  readonly coldMs: number | undefined;
}

/** Multiple of the seconds of the other measurements: the 99th percentile wants more requests than the middle does. */
const LONGER = 2;

/** Time that cold queries run before hits are measured beside them. */
const HEAD_START_MS = 500;

interface Round {
  readonly idle: Latency;
  readonly busy: Latency;
  /** The time of each cold query. */
  readonly coldMs: readonly number[];
}

export async function measureInterference(
  hits: Readonly<Record<Name, Target>>,
  cold: Target,
  { rounds, seconds }: Extent,
  progress: Progress,
): Promise<Interference[]> {
  const clients = new Clients(cold);
  const measured = SUBJECTS.map((): Round[] => []);
  try {
    progress.show('hits during cold queries: warming up');
    for (const { server, beside } of SUBJECTS) await clients.round(hits[server], beside, 1, true);
    for (let index = 0; index < rounds; index += 1) {
      for (const [subject, { server, beside }] of SUBJECTS.entries()) {
        progress.show(`hits during ${beside}: round ${index + 1} of ${rounds}, ${server}`);
        measured[subject]?.push(await clients.round(hits[server], beside, seconds * LONGER, index % 2 === 0));
      }
    }
  } finally {
    clients.stop();
  }
  return SUBJECTS.map((subject, index) => {
    const bare = SUBJECTS.findIndex(({ server, beside }) => server === 'bare' && beside === subject.beside);
    return summary(subject, measured[index] ?? [], measured[bare] ?? []);
  });
}

/** A process that sends the hits, and one that sends the cold queries; the loops begin anew each time. */
class Clients {
  private readonly paced = new Child<PacedLoad, number[]>('./clients/paced.js');
  private readonly colds = new Child<Target | 'stop', number[]>('./clients/cold.js');

  constructor(private readonly cold: Target) {}

  async round(hit: Target, beside: Beside, seconds: number, idleFirst: boolean): Promise<Round> {
    const before = idleFirst ? await this.hits(hit, seconds) : undefined;
    const end = beside === 'cold queries' ? await this.beginColdQueries() : await beginLoops();
    await pause(HEAD_START_MS);
    const busy = await this.hits(hit, seconds);
    const coldMs = await end();
    return { idle: before ?? (await this.hits(hit, seconds)), busy, coldMs };
  }

  private async beginColdQueries(): Promise<() => Promise<readonly number[]>> {
    await this.colds.ask(this.cold);
    return () => this.colds.ask('stop');
  }

  stop(): void {
    this.paced.stop();
    this.colds.stop();
  }

  private async hits(target: Target, seconds: number): Promise<Latency> {
    const latencies = await this.paced.ask({ target, perSecond: PER_SECOND, seconds });
    return { p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
  }
}

async function beginLoops(): Promise<() => readonly number[]> {
  const loops = new Child<'begin', string>('./clients/loops.js');
  await loops.ask('begin');
  return () => {
    loops.stop();
    return [];
  };
}

function summary(
  { server, beside }: (typeof SUBJECTS)[number],
  rounds: readonly Round[],
  bare: readonly Round[],
): Interference {
  const latency = (state: 'idle' | 'busy'): Latency => ({
    p50Ms: median(rounds.map((round) => round[state].p50Ms)),
    p99Ms: median(rounds.map((round) => round[state].p99Ms)),
  });
  const toBare = (state: 'idle' | 'busy') =>
    median(rounds.map((round, index) => round[state].p99Ms / (bare[index]?.[state].p99Ms ?? NaN)));
  const coldMs = rounds.flatMap((round) => round.coldMs);
  return {
    server,
    beside,
    idle: latency('idle'),
    busy: latency('busy'),
    ratio: median(rounds.map(({ idle, busy }) => busy.p99Ms / idle.p99Ms)),
    toBare: { idle: toBare('idle'), busy: toBare('busy') },
    coldMs: coldMs.length > 0 ? median(coldMs) : undefined,
  };
}
