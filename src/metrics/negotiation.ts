import { type Format } from './exposition.js';

interface MediaRange {
  readonly type: string;
  readonly version: string | undefined;
  readonly q: number;
}

/**
 * OpenMetrics for clients that name it and do not prefer the text format; the text format for all others, people with a browser among them.
 * Unknown parameters, such as Prometheus' `escaping`, are ignored.
 */
export function formatFor(accept = ''): Format {
  const ranges = accept.split(',').map(rangeOf);
  const best = (type: string, version: string) =>
    Math.max(
      0,
      ...ranges.filter((range) => range.type === type && (range.version ?? version) === version).map(({ q }) => q),
    );
  const openMetrics = best('application/openmetrics-text', '1.0.0');
  return openMetrics > 0 && openMetrics >= best('text/plain', '0.0.4') ? 'openmetrics' : 'text';
}

function rangeOf(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const values = new Map(parameters.map((each) => [each.split('=')[0] ?? '', each.split('=')[1] ?? '']));
  const q = Number(values.get('q') ?? 1);
  return { type, version: values.get('version'), q: Number.isNaN(q) ? 0 : q };
}
