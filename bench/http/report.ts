import { type Interference, type Latency, PER_SECOND } from './interference.js';
import { NAMES, TITLES } from './names.js';
import { type Requirement } from './requirements.js';
import { table } from './table.js';
import { type Throughput } from './throughput.js';

const RATIOS =
  'p50/p99; the p99 beside the other work by the idle one; the p99 by the bare server’s, idle/beside the same work.';
const CONTROL =
  'The bare server has no part in the cold queries, and the loops, one per core, give way to everybody: what happens to its hits is that the machine is busy.';

/** The tables that have rows, and the requirements, kept or missed. */
export function report(
  throughputs: readonly Throughput[],
  interferences: readonly Interference[],
  requirements: readonly Requirement[],
  machine: string,
): string {
  return [
    throughputs.length > 0 ? throughputLines(throughputs) : [],
    interferences.length > 0 ? interferenceLines(interferences) : [],
    requirements.map(({ text, isKept }) => `Required: ${text}: ${isKept ? 'kept' : 'missed'}.`),
    [`Ratios are medians over the rounds, each of which ran all sides. Node ${process.version} on ${machine}.`],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function throughputLines(throughputs: readonly Throughput[]): string[] {
  const titles = NAMES.map((name) => TITLES[name]);
  const head = [
    'hits',
    'bytes',
    ...titles,
    ...titles.map((title) => `${title} ms`),
    'to bare',
    'to Nest',
    'p99 to bare',
  ];
  const rows = throughputs.map(({ given, bytes, figures, ratios }) => [
    given.title,
    grouped(bytes),
    ...NAMES.map((name) => cell(figures.get(name), ({ perSecond }) => grouped(Math.round(perSecond)))),
    ...NAMES.map((name) => cell(figures.get(name), latencies)),
    ...(['bare', 'nest'] as const).map((name) => cell(ratios.get(name), ({ perSecond }) => perSecond.toFixed(2))),
    cell(ratios.get('bare'), ({ p99Ms }) => p99Ms.toFixed(2)),
  ]);
  const legend = 'Requests per second; p50/p99 at that load; the ratios of Quern’s figures to the others’.';
  return [...table([head, ...rows]), legend, '', ...processorLines(throughputs)];
}

function processorLines(throughputs: readonly Throughput[]): string[] {
  const head = ['hits', ...NAMES.map((name) => `${TITLES[name]} µs`), 'to bare', 'to Nest'];
  const rows = throughputs.map(({ given, figures, ratios }) => [
    given.title,
    ...NAMES.map((name) => cell(figures.get(name), ({ processorMicros }) => processorMicros.toFixed(1))),
    ...(['bare', 'nest'] as const).map((name) =>
      cell(ratios.get(name), ({ processorMicros }) => processorMicros.toFixed(2)),
    ),
  ]);
  const legend = 'Microseconds of a processor for each request, all threads together, and Quern’s by the others’.';
  return [...table([head, ...rows]), legend];
}

function interferenceLines(interferences: readonly Interference[]): string[] {
  const head = [`hits, ${PER_SECOND}/s`, 'idle ms', 'beside', 'ms', 'p99 ratio', 'p99 to bare', 'cold query ms'];
  const rows = interferences.map(({ server, beside, idle, busy, ratio, toBare, coldMs }) => [
    TITLES[server],
    latencies(idle),
    beside,
    latencies(busy),
    ratio.toFixed(2),
    `${toBare.idle.toFixed(2)}/${toBare.busy.toFixed(2)}`,
    cell(coldMs, (ms) => ms.toFixed(0)),
  ]);
  return [...table([head, ...rows]), RATIOS, CONTROL];
}

function latencies({ p50Ms, p99Ms }: Latency): string {
  return `${p50Ms.toFixed(2)}/${p99Ms.toFixed(2)}`;
}

/** A figure, or a dash where it was not measured. */
function cell<T>(value: T | undefined, text: (value: T) => string): string {
  return value === undefined ? '–' : text(value);
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
