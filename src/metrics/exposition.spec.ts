import { CONTENT_TYPES, type Format, headOf, lineOf } from './exposition.js';
import { Histogram } from './histogram.js';
import { type MetricName, METRICS } from './metric-list.js';
import { formatFor } from '../http/operator/metrics.controller.js';

const NAMES = Object.keys(METRICS) as MetricName[];

describe('the list of metrics', () => {
  it.each(NAMES)('%s is named as Prometheus and OpenMetrics want it', (name) => {
    const { labels, help } = METRICS[name];
    expect(name).toMatch(/^(?:quern|process|http_server)_[a-z0-9_]+$/);
    // Both are put there by each format.
    expect(name).not.toMatch(/_(?:total|info|count|sum|bucket)$/);
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb)(?:_|$)/);
    expect(help).toMatch(/^[A-Z0-9].*\.$/);
    expect(labels.filter((label) => !/^[a-z_]+$/.test(label) || label === 'le' || label === 'quantile')).toEqual([]);
  });
});

describe('the formats', () => {
  const show = (name: MetricName, format: Format, values: readonly string[] = []) =>
    headOf(name, format) + lineOf(name, { values, value: 1 });

  it('put `_total` and `_info` where each of them wants it, once', () => {
    expect(show('quern_evictions', 'text', ['a'])).toBe(
      '# HELP quern_evictions_total Cached results that had to make room for others.\n' +
        '# TYPE quern_evictions_total counter\nquern_evictions_total{endpoint="a"} 1\n',
    );
    expect(show('quern_evictions', 'openmetrics', ['a'])).toBe(
      '# HELP quern_evictions Cached results that had to make room for others.\n' +
        '# TYPE quern_evictions counter\nquern_evictions_total{endpoint="a"} 1\n',
    );
    expect(show('quern_build', 'text', ['1', 'e', 'n'])).toContain('# TYPE quern_build_info gauge\nquern_build_info{');
    expect(show('quern_build', 'openmetrics', ['1', 'e', 'n'])).toContain('# TYPE quern_build info\nquern_build_info{');
  });

  it('name the unit in OpenMetrics alone, and only where the name ends with it', () => {
    expect(show('quern_engine_seconds', 'openmetrics', ['a'])).toContain('# UNIT quern_engine_seconds seconds\n');
    expect(show('quern_cache_bytes', 'openmetrics')).toContain('# UNIT quern_cache_bytes bytes\n');
    expect(show('quern_engine_bytes_billed', 'openmetrics', ['a'])).not.toContain('# UNIT');
    expect(show('quern_engine_seconds', 'text', ['a'])).not.toContain('# UNIT');
  });

  it('escape what could end a label', () => {
    expect(lineOf('quern_key_requests', { values: ['a"b\\c\nd'], value: 2 })).toBe(
      'quern_key_requests_total{key="a\\"b\\\\c\\nd"} 2\n',
    );
  });

  it('write the buckets of a histogram up to each bound, with bounds that are floats in both', () => {
    const histogram = new Histogram([0.5, 1]);
    for (const value of [0.25, 0.5, 0.75, 2]) histogram.observe(value);
    const lines = [...histogram.samples([])].map((sample) => lineOf('quern_queue_wait_seconds', sample));
    expect(lines.join('')).toBe(
      'quern_queue_wait_seconds_bucket{le="0.5"} 2\nquern_queue_wait_seconds_bucket{le="1.0"} 3\n' +
        'quern_queue_wait_seconds_bucket{le="+Inf"} 4\nquern_queue_wait_seconds_sum 3.5\nquern_queue_wait_seconds_count 4\n',
    );
  });
});

describe('the format that a client is given', () => {
  it.each([
    [undefined, 'text'],
    ['', 'text'],
    ['*/*', 'text'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text'],
    ['application/openmetrics-text', 'openmetrics'],
    ['application/openmetrics-text; version=1.0.0', 'openmetrics'],
    ['application/openmetrics-text; version=0.0.1', 'text'],
    ['application/openmetrics-text; version="1.0.0"; charset=utf-8', 'openmetrics'],
    ['application/openmetrics-text;q=0, */*', 'text'],
    ['application/openmetrics-text;q=0', 'text'],
    ['application/openmetrics-text;q=0.5, text/plain;version=0.0.4', 'text'],
    // Prometheus 2 and 3.
    [
      'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      'openmetrics',
    ],
    [
      'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,*/*;q=0.2',
      'openmetrics',
    ],
  ] as const)('of %s is %s', (accept, format) => {
    expect(formatFor(accept)).toBe(format);
    expect(CONTENT_TYPES[format]).toContain('version=');
  });
});
