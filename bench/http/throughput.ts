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

/** Medians over the rounds. */
export interface Throughput {
  readonly given: Case;
  readonly bytes: number;
  readonly loads: ReadonlyMap<Name, Load>;
  /** Quern's requests per second by another one's, within a round: what slows a round down slows all of it. */
  readonly ratios: ReadonlyMap<Name, number>;
}

const WARM_UP_SECONDS = 1;

export async function measureThroughput(
  given: Case,
  targets: Targets,
  extent: Extent,
  progress: Progress,
): Promise<Throughput> {
  const { servers } = given;
  const run = async (name: Name, seconds: number) => runWrk(targets.of[name], seconds);
  progress.show(`${given.title}: warming up`);
  for (const name of servers) await run(name, WARM_UP_SECONDS);
  const rounds: Map<Name, Load>[] = [];
  for (let index = 0; index < extent.rounds; index += 1) {
    const round = new Map<Name, Load>();
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

function summary(servers: readonly Name[], rounds: readonly Map<Name, Load>[]): Pick<Throughput, 'loads' | 'ratios'> {
  const medianOf = (name: Name, figure: keyof Load) => median(rounds.map((round) => round.get(name)?.[figure] ?? NaN));
  const load = (name: Name): Load => ({
    perSecond: medianOf(name, 'perSecond'),
    p50Ms: medianOf(name, 'p50Ms'),
    p99Ms: medianOf(name, 'p99Ms'),
  });
  const perSecond = (round: Map<Name, Load>, name: Name) => round.get(name)?.perSecond ?? NaN;
  const ratio = (name: Name) => median(rounds.map((round) => perSecond(round, 'quern') / perSecond(round, name)));
  return {
    loads: new Map(servers.map((name) => [name, load(name)])),
    ratios: new Map(servers.filter((name) => name !== 'quern').map((name) => [name, ratio(name)])),
  };
}
