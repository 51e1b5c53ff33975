import { type Plotted } from '../chart/plotted.js';
import { type Minute } from './operations.js';

/** A figure over the last hour; what nothing is known of at a minute has a gap there. */
export interface Figure {
  readonly title: string;
  readonly kind: 'line' | 'bar';
  readonly plotted: Plotted;
}

const MINUTE = 60;

export function figuresOf(minutes: readonly Minute[]): readonly Figure[] {
  const x = wholeMinutes(minutes);
  const byMinute = new Map(minutes.map((minute) => [Date.parse(minute.at) / 1000, minute]));
  const figure = (title: string, kind: Figure['kind'], read: (minute: Minute) => number | null): Figure => {
    const values = x.map((at) => {
      const minute = byMinute.get(at);
      return minute ? read(minute) : null;
    });
    return { title, kind, plotted: { x, labels: undefined, series: [{ name: title, values }], note: undefined } };
  };
  return [
    figure('Calls', 'bar', ({ hits, misses, joined }) => hits + misses + joined),
    figure('Hit rate in %', 'line', ({ hits, misses, joined }) => share(100 * hits, hits + misses + joined)),
    figure('Milliseconds of a run', 'line', ({ runs, run_ms: ms }) => share(ms, runs)),
    figure('Age of hits in seconds', 'line', ({ hits, hit_age_seconds: age }) => share(age, hits)),
    figure('Bytes of rows made', 'bar', ({ answer_bytes: bytes }) => bytes),
    figure('Bytes read by the engine', 'bar', ({ bytes_processed: bytes }) => bytes),
  ].filter(({ title, plotted: { series } }) => title !== 'Bytes read by the engine' || series.some(hasSome));
}

/** Only some engines tell. */
function hasSome({ values }: { readonly values: readonly (number | null)[] }): boolean {
  return values.some((value) => value !== null && value > 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10) / 10;
}

/** From the first in which something happened to the last, and at least so many that one does not look like much. */
function wholeMinutes(minutes: readonly Minute[]): readonly number[] {
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (!first || !last) return [];
  const end = Date.parse(last.at) / 1000;
  const start = Math.min(Date.parse(first.at) / 1000, end - LEAST_MINUTES * MINUTE);
  return Array.from({ length: (end - start) / MINUTE + 1 }, (_, index) => start + index * MINUTE);
}

const LEAST_MINUTES = 14;
