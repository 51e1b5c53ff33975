import { type Progress } from '../progress.js';
import { type Case } from './cases.js';
import { type Name } from './names.js';
import { median } from '../quantile.js';
import { type Targets } from './servers.js';
import { type Load, runWrk } from './wrk.js';

/** How long, and how often. */
export interface Extent {
  readonly rounds: number;
  readonly seconds: number;
}

/** What one server came to in a round. */
export interface Figures extends Omit<Load, 'requests'> {
  /** Microseconds of a processor for each request. */
  readonly processorMicros: number;
}

/** Medians over the rounds. */
export interface Throughput {
  readonly given: Case;
  readonly bytes: number;
  readonly figures: ReadonlyMap<Name, Figures>;
  /** Quern's figures by another one's, within a round: what slows a round down slows all of it. */
  readonly ratios: ReadonlyMap<Name, Figures>;
}

const WARM_UP_SECONDS = 1;

export async function measureThroughput(
  given: Case,
  targets: Targets,
  extent: Extent,
  progress: Progress,
): Promise<Throughput> {
  const { servers } = given;
  const run = async (name: Name, seconds: number): Promise<Figures> => {
    const before = await targets.processorMicros(name);
    const { requests, ...load } = await runWrk(targets.of[name], seconds);
    return { ...load, processorMicros: ((await targets.processorMicros(name)) - before) / requests };
  };
  progress.show(`${given.title}: warming up`);
  for (const name of servers) await run(name, WARM_UP_SECONDS);
  const rounds: Map<Name, Figures>[] = [];
  for (let index = 0; index < extent.rounds; index += 1) {
    const round = new Map<Name, Figures>();
    // Everyone is the first one now and then.
    for (const turn of servers.keys()) {
      const name = servers[(index + turn) % servers.length] ?? 'quern';
      progress.show(`${given.title}: round ${index + 1} of ${extent.rounds}, ${name}`);
      round.set(name, await run(name, extent.seconds));
    }
    rounds.push(round);
  }
  return { given, bytes: targets.bytes, ...summary(servers, rounds) };
}

function summary(servers: readonly Name[], rounds: readonly Map<Name, Figures>[]) {
  const of = (round: Map<Name, Figures>, name: Name, figure: keyof Figures) => round.get(name)?.[figure] ?? NaN;
  const medians = (value: (round: Map<Name, Figures>, figure: keyof Figures) => number): Figures => {
    const over = (figure: keyof Figures) => median(rounds.map((round) => value(round, figure)));
    return {
      perSecond: over('perSecond'),
      p50Ms: over('p50Ms'),
      p99Ms: over('p99Ms'),
      processorMicros: over('processorMicros'),
    };
  };
  const figures = (name: Name) => medians((round, figure) => of(round, name, figure));
  const ratios = (name: Name) => medians((round, figure) => of(round, 'quern', figure) / of(round, name, figure));
  const others = servers.filter((name) => name !== 'quern');
  return {
    figures: new Map(servers.map((name) => [name, figures(name)])),
    ratios: new Map(others.map((name) => [name, ratios(name)])),
  };
}
