import { median } from '../quantile.js';
import { IS_SHORT } from '../short.js';
import { type Contest } from './contest.js';

export interface Figures {
  readonly compiledMs: number;
  readonly handWrittenMs: number;
  /** The median over the rounds: what slows the machine down for a while slows both sides of a round. */
  readonly ratio: number;
}

const MIN_ROUNDS = IS_SHORT ? 1 : 5;
const MAX_ROUNDS = IS_SHORT ? 1 : 15;
/** Quick queries get more rounds, until this much time has gone by. */
const ENOUGH_MS = 2000;

/** Makes sure that both sides answer alike, which warms them up as well; then lets them run in turn. */
export async function measure({ compiled, handWritten }: Contest): Promise<Figures> {
  const [ours, theirs] = [await (await compiled()).rows(), await (await handWritten()).rows()];
  if (ours !== theirs) throw new Error(`the answers differ:\ncompiled     ${cut(ours)}\nhand-written ${cut(theirs)}`);
  if (ours === '[]') throw new Error('both answers are empty, which shows nothing');
  const rounds: { readonly a: number; readonly b: number }[] = [];
  const started = performance.now();
  while (rounds.length < MIN_ROUNDS || (rounds.length < MAX_ROUNDS && performance.now() - started < ENOUGH_MS)) {
    rounds.push({ a: (await compiled()).milliseconds, b: (await handWritten()).milliseconds });
  }
  return {
    compiledMs: median(rounds.map(({ a }) => a)),
    handWrittenMs: median(rounds.map(({ b }) => b)),
    ratio: median(rounds.map(({ a, b }) => a / b)),
  };
}

function cut(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}
