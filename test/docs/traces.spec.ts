import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = readFileSync('docs/how-to/traces.md', 'utf8');
const [, attributes = '', variables = ''] = PAGE.split(/^## /m);

/** What stands in code font in the first column of a table. */
function firstColumn(text: string, word: RegExp): Set<string> {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return new Set(rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(word)].map(([, name = '']) => name)));
}

function textOf(folder: string, name: RegExp): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => name.test(path));
  return files.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
}

describe('the page about traces', () => {
  it('has every attribute that a span or a link can have, and no other', () => {
    const code = textOf('src/traces/sdk', /^spans\.ts$/);
    const written = new Set([...code.matchAll(/'((?:quern|db|http|url|error)\.[\w.]+)'/g)].map(([, name]) => name));
    expect(written.size).toBeGreaterThan(20);
    expect([...firstColumn(attributes, /`([\w.]+)`/g)].sort()).toEqual([...written].sort());
  });

  it('has every variable that is looked at before the start, and no other than the SDK reads', () => {
    const documented = firstColumn(variables, /`(OTEL_\w+)`/g);
    const own = readFileSync('src/config/trace-settings.ts', 'utf8');
    for (const [name] of own.matchAll(/OTEL_\w+/g)) expect(documented).toContain(name);
    const sdk = ['otlp-exporter-base', 'resources', 'sdk-trace-base'].map((name) =>
      textOf(`node_modules/@opentelemetry/${name}/build/src`, /\.js$/),
    );
    const code = `${own}\n${sdk.join('\n')}`;
    const unread = [...documented].filter(
      (name) => !code.includes(name) && !code.includes(name.replace('_TRACES_', '_${signalIdentifier}_')),
    );
    expect(unread).toEqual([]);
  });
});
