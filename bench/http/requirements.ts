import { MOST_PROCESSOR, REQUIRED_BUSY } from './cases.js';
import { type Beside, type Interference } from './interference.js';
import { type Throughput } from './throughput.js';
import { type Name, TITLES } from './names.js';

/** What a measurement has to come to. */
export interface Requirement {
  readonly text: string;
  readonly isKept: boolean;
}

/** Those that were measured. */
export function requirementsOf(
  throughputs: readonly Throughput[],
  interferences: readonly Interference[],
): Requirement[] {
  return [...throughputs.flatMap(ofThroughput), ...ofInterferences(interferences)];
}

function ofThroughput({ given: { title, timesNest }, ratios }: Throughput): Requirement[] {
  const processor = ratios.get('bare')?.processorMicros ?? NaN;
  const required: Requirement[] = [
    {
      text: `processor time of hits of ${title} at most ${MOST_PROCESSOR} times that of ${TITLES.bare} (${processor.toFixed(2)})`,
      isKept: processor <= MOST_PROCESSOR,
    },
  ];
  if (timesNest !== undefined) {
    const ratio = ratios.get('nest')?.perSecond ?? NaN;
    required.push({
      text: `hits of ${title} at least ${timesNest.toFixed(2)} times ${TITLES.nest} (${ratio.toFixed(2)})`,
      isKept: ratio >= timesNest,
    });
  }
  return required;
}

function ofInterferences(interferences: readonly Interference[]): Requirement[] {
  const ratio = (name: Name, work: Beside = 'cold queries') =>
    interferences.find(({ server, beside }) => server === name && beside === work)?.ratio ?? NaN;
  if (interferences.length === 0) return [];
  const control = `${ratio('bare').toFixed(2)} of ${TITLES.bare}, ${ratio('bare', 'idle loops').toFixed(2)} beside idle loops`;
  const figures = `${ratio('quern').toFixed(2)}; ${control}`;
  return [
    {
      text: `p99 of hits during cold queries at most ${REQUIRED_BUSY} times its idle value (${figures})`,
      isKept: ratio('quern') <= REQUIRED_BUSY,
    },
  ];
}
