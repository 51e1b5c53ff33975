import { Agent } from 'node:http';
import { type Extent } from '../http/throughput.js';
import { runWrk } from '../http/wrk.js';
import { type Progress } from '../progress.js';
import { median } from '../quantile.js';
import { IS_SHORT } from '../short.js';
import { ask } from './ask.js';
import { type Contender } from './contender.js';
import { type Hit, type Miss, type Question, type Served } from './peer.js';
import { processorSeconds } from './processes.js';

/** The figures of one peer in one round. */
export interface Figures {
  /** Requests a second for hits, which come over 64 connections; milliseconds for misses, one at a time. */
  readonly pace: number;
  /** Milliseconds of a processor that one request took. */
  readonly processorMs: number;
}

/** The figures of a peer that did not answer, or not well, under the load. */
const FAILED: Figures = { pace: NaN, processorMs: NaN };

/** Medians over the rounds, of the figures and of their ratios within a round to those of the peer that all are measured by. */
export interface Result extends Figures {
  readonly paceRatio: number;
  readonly processorRatio: number;
}

/** Runs of a miss in a round; quick ones get more, until this much time has gone by. */
const RUNS = IS_SHORT ? 1 : 7;
const ENOUGH_MS = IS_SHORT ? 0 : 1000;

/** A peer with the question that is put to it. */
interface Runner {
  readonly name: string;
  readonly title: string;
  readonly isOurs: boolean;
  readonly pid: number;
  readonly question: Question;
}

export async function measureHits(
  hit: Hit,
  contenders: readonly Contender[],
  extent: Extent,
  progress: Progress,
): Promise<Map<string, Result>> {
  const runners = runnersOf(contenders, ({ hits }) => hits?.[hit]);
  return inRounds(runners, 'bare', extent.rounds, async ({ title, pid, question }, round) => {
    progress.show(`hits, ${hit}: round ${round + 1} of ${extent.rounds}, ${title}`);
    if (round === 0 && !IS_SHORT) await runWrk(question, 1);
    const before = processorSeconds(pid);
    const { perSecond } = await runWrk(question, extent.seconds);
    const seconds = processorSeconds(pid) - before;
    return { pace: perSecond, processorMs: (1000 * seconds) / (perSecond * extent.seconds) };
  });
}

export async function measureMisses(
  miss: Miss,
  contenders: readonly Contender[],
  { rounds }: Extent,
  progress: Progress,
): Promise<Map<string, Result>> {
  const agent = new Agent({ keepAlive: true });
  const runners = runnersOf(contenders, ({ misses }) => misses?.[miss]);
  const results = await inRounds(runners, 'hand-written', rounds, async ({ title, pid, question }, round) => {
    progress.show(`misses, ${miss}: round ${round + 1} of ${rounds}, ${title}`);
    if (round === 0) await ask(question, agent);
    const before = processorSeconds(pid);
    const took: number[] = [];
    const begun = performance.now();
    while (took.length < RUNS || performance.now() - begun < ENOUGH_MS) {
      const started = performance.now();
      await ask(question, agent);
      took.push(performance.now() - started);
    }
    return { pace: median(took), processorMs: (1000 * (processorSeconds(pid) - before)) / took.length };
  });
  agent.destroy();
  return results;
}

function runnersOf(contenders: readonly Contender[], questionOf: (served: Served) => Question | undefined): Runner[] {
  return contenders.flatMap(({ peer: { name, title, isOurs = false }, served }) => {
    const question = questionOf(served);
    return question ? [{ name, title, isOurs, pid: served.pid, question }] : [];
  });
}

/** Everyone runs in every round, and is the first one now and then. */
async function inRounds(
  runners: readonly Runner[],
  measure: string,
  rounds: number,
  run: (runner: Runner, round: number) => Promise<Figures>,
): Promise<Map<string, Result>> {
  const measured: Map<string, Figures>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures = new Map<string, Figures>();
    const first = round % runners.length;
    for (const runner of [...runners.slice(first), ...runners.slice(0, first)]) {
      const figure = await run(runner, round).catch((error: unknown) => {
        if (runner.isOurs) throw error;
        return FAILED;
      });
      figures.set(runner.name, figure);
    }
    measured.push(figures);
  }
  const medianOf = (of: (round: ReadonlyMap<string, Figures>) => number) =>
    median(measured.map(of).filter((each) => !Number.isNaN(each)));
  const result = (name: string): Result => {
    const figure = (key: keyof Figures) => medianOf((round) => round.get(name)?.[key] ?? NaN);
    const ratio = (key: keyof Figures) =>
      medianOf((round) => (round.get(name)?.[key] ?? NaN) / (round.get(measure)?.[key] ?? NaN));
    return {
      pace: figure('pace'),
      processorMs: figure('processorMs'),
      paceRatio: ratio('pace'),
      processorRatio: ratio('processorMs'),
    };
  };
  return new Map(runners.map(({ name }) => [name, result(name)]));
}
