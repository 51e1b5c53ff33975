import { once } from 'node:events';
import { InstalledQuern, HAS_TERMINAL, outcome } from './support/installed-quern.js';
import { ENDLESS_QUERY, endpointFile } from './support/endpoint-file.js';
import { eventually } from './support/eventually.js';

const VALUES = `
  SELECT 1152921504606846977 AS big, 'a, "b"' AS text, '' AS empty, CAST(NULL AS STRING) AS nothing,
    [STRUCT(1 AS x, ['p', 'q'] AS ys)] AS nested, '日本' AS wide
  UNION ALL
  SELECT 7, 'line one\\nline two', '', NULL, [], '${'x'.repeat(100)}'
  ORDER BY big DESC`;

describe('what quern prints', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('endpoints/values.yaml', endpointFile({ name: 'values', query: VALUES }));
    await installed.write(
      'endpoints/endless.yaml',
      endpointFile({ name: 'endless', query: ENDLESS_QUERY, timeout: 600 }),
    );
    await installed.write('endpoints/json.yaml', endpointFile({ name: 'json', query: 'SELECT doc FROM documents' }));
    await installed.write(
      'data/documents.ndjson',
      '{"doc": {"n": 12345678901234567890, "f": 1.0, "a": [{"b": "}, ]"}]}}',
    );
    await installed.write('data/documents.schema.json', '[{ "name": "doc", "type": "JSON" }]');
  });
  afterAll(async () => installed.close());

  describe('in a pipe', () => {
    it('is JSON with every value whole', async () => {
      const { status, out, err } = await installed.run(['run', 'values']);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(JSON.parse(out)).toEqual([
        {
          big: '1152921504606846977',
          text: 'a, "b"',
          empty: '',
          nothing: null,
          nested: [{ x: 1, ys: ['p', 'q'] }],
          wide: '日本',
        },
        { big: 7, text: 'line one\nline two', empty: '', nothing: null, nested: [], wide: 'x'.repeat(100) },
      ]);
    });

    it('keeps digits that JavaScript has no number for', async () => {
      const { out } = await installed.here(['run', 'json', '--format', 'ndjson']);
      expect(out).toBe('{"doc":{"n":12345678901234567890,"f":1.0,"a":[{"b":"}, ]"}]}}\n');
    });

    it('is one object in each line with ndjson', async () => {
      const { out } = await installed.here(['run', 'values', '--format', 'ndjson']);
      expect(out.split('\n').map((each) => each.slice(0, 28))).toEqual([
        '{"big":"1152921504606846977"',
        '{"big":7,"text":"line one\\nl',
        '',
      ]);
    });

    it('tells NULL from empty text in CSV', async () => {
      const { out } = await installed.here(['run', 'values', '--format', 'csv']);
      expect(out).toContain('1152921504606846977,"a, ""b""","",,"[{""x"":1,""ys"":[""p"",""q""]}]",日本\r\n');
    });

    it('ends quietly when nobody reads on', async () => {
      const child = installed.start(['run', 'values']);
      child.stdout?.destroy();
      expect(await outcome(child)).toEqual({ status: 0, out: '', err: '' });
    });
  });

  (HAS_TERMINAL ? describe : describe.skip)('on a terminal', () => {
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
});
