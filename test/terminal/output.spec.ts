import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { InstalledQuern, outcome } from '../support/processes/installed-quern.js';
import { requireTerminal } from '../support/processes/require-program.js';
import { VALUES } from '../support/values-endpoint.js';

describe('what quern prints on a terminal', () => {
  let installed: InstalledQuern;

  beforeAll(requireTerminal);
  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('endpoints/values.yaml', VALUES);
    await installed.write(
      'endpoints/endless.yaml',
      endpointFile({ name: 'endless', query: ENDLESS_QUERY, timeout: 600 }),
    );
  });

  afterAll(async () => installed.close());

  it('is a table of its width: numbers at the right, one line for a row, wide characters measured', async () => {
    const lines = (await installed.onTerminal(['run', 'values'], { columns: 100 })).split('\r\n');
    expect(lines.slice(0, 4)).toEqual([
      '                big  text               empty  nothing  nested                 wide',
      '───────────────────  ─────────────────  ─────  ───────  ─────────────────────  ─────────────────────',
      '1152921504606846977  a, "b"                    NULL     [{"x":1,"ys":["p","q…  日本',
      '                  7  line one line two         NULL     []                     xxxxxxxxxxxxxxxxxxxx…',
    ]);
    expect(lines[4]).toMatch(/^2 rows in \d+ ms$/);
  });

  it.each([
    ['run', 'values'],
    ['sql', 'SELECT 1 AS one'],
  ])('is no binary form: %s', async (...args) => {
    for (const [format, ending] of [
      ['parquet', 'parquet'],
      ['arrow', 'arrows'],
    ] as const) {
      const { status, out } = await outcome(installed.startOnTerminal([...args, '--format', format]));
      expect(status).toBe(2);
      expect(out).toBe(
        `quern: "${format}" is binary, which a terminal cannot show; write it to a file: --out rows.${ending}, or > rows.${ending}\r\n`,
      );
      const file = `${args[0]}.${ending}`;
      expect((await outcome(installed.startOnTerminal([...args, '--out', file]))).out).toBe('');
      expect((await stat(join(installed.folder, file))).size).toBeGreaterThan(100);
    }
  });

  it('tells how long a query has been running, which Ctrl-C cancels with status 130', async () => {
    const child = installed.startOnTerminal(['run', 'endless']);
    let shown = '';
    child.stdout?.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await eventually(() => shown.includes('running for 1 s'));
    child.stdin?.write('\u0003');
    expect(await once(child, 'close')).toEqual([130, null]);
    // It has ended by itself: whoever is killed does not erase what it has shown.
    expect(shown.endsWith('\r\u001b[K')).toBe(true);
  });
});
