import { type MetricName, METRICS, queriedName } from './metric-list.js';

/** Prometheus' text format 0.0.4, or OpenMetrics 1.0. */
export type Format = 'text' | 'openmetrics';

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

export interface Sample {
  /** One value for each of the metric's labels, in their order. */
  readonly values: readonly string[];
  readonly value: number;
  /** The part of a histogram: `_bucket` with the upper bound, `_sum` or `_count`. */
  readonly part?: '_bucket' | '_sum' | '_count';
  readonly le?: string;
}

/** The last line of OpenMetrics, which tells readers that nothing is missing. */
export const END = '# EOF\n';

/** Units that a name may end with. */
const UNITS = ['seconds', 'bytes'];

export function headOf(name: MetricName, format: Format): string {
  const { type, help } = METRICS[name];
  // OpenMetrics names the family, without the ending of its samples.
  const family = format === 'openmetrics' ? name : queriedName(name);
  const shown = format === 'text' && type === 'info' ? 'gauge' : type;
  const unit = UNITS.find((each) => name.endsWith(`_${each}`));
  const lines = [`# HELP ${family} ${escapedHelp(help)}`, `# TYPE ${family} ${shown}`];
  if (format === 'openmetrics' && unit !== undefined) lines.push(`# UNIT ${family} ${unit}`);
  return `${lines.join('\n')}\n`;
}

export function lineOf(name: MetricName, { values, value, part, le }: Sample): string {
  const { labels } = METRICS[name];
  const pairs = labels.map((label, index) => `${label}="${escaped(values[index] ?? '')}"`);
  if (le !== undefined) pairs.push(`le="${le}"`);
  const set = pairs.length > 0 ? `{${pairs.join(',')}}` : '';
  return `${part === undefined ? queriedName(name) : `${name}${part}`}${set} ${numberText(value)}\n`;
}

/** The bound of a bucket in the spelling that both formats share: `1` and `1.0` would be two series. */
export function boundText(bound: number): string {
  if (bound === Infinity) return '+Inf';
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

function escaped(text: string): string {
  return /[\\"\n]/.test(text) ? text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n') : text;
}

function escapedHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
