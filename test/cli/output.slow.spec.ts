import { InstalledQuern, MAIN, outcome } from '../support/processes/installed-quern.js';
import { endpointFile } from '../support/endpoint-file.js';
import { VALUES } from '../support/values-endpoint.js';

describe('what quern prints in a pipe', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('endpoints/values.yaml', VALUES);
    await installed.write('endpoints/json.yaml', endpointFile({ name: 'json', query: 'SELECT doc FROM documents' }));
    await installed.write(
      'data/documents.ndjson',
      '{"doc": {"n": 12345678901234567890, "f": 1.0, "a": [{"b": "}, ]"}]}}',
    );
    await installed.write('data/documents.schema.json', '[{ "name": "doc", "type": "JSON" }]');
  });
  afterAll(async () => installed.close());

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

  it('ends the command with a message where it cannot be written', async () => {
    const written = ['sh', '-c', 'exec "$@" > /dev/full', 'sh', process.execPath, MAIN];
    const { status, err } = await outcome(installed.start(['list'], {}, written));
    expect({ status, err }).toEqual({ status: 1, err: 'quern: standard output cannot be written: ENOSPC\n' });
  });

  it('keeps digits that JavaScript has no number for', async () => {
    const { out } = await installed.here(['run', 'json', '--format', 'ndjson']);
    expect(out).toBe('{"doc":{"a":[{"b":"}, ]"}],"f":1.0,"n":12345678901234567890}}\n');
  });

  it('has numbers as the setting and the file say, as HTTP has them', async () => {
    await installed.write(
      'endpoints/amounts.yaml',
      endpointFile({
        name: 'amounts',
        columns: [
          { name: 'a', type: 'NUMERIC', json: 'string' },
          { name: 'b', type: 'NUMERIC' },
        ],
        query: "SELECT NUMERIC '7' AS a, NUMERIC '12345678901234567890.5' AS b",
      }),
    );
    const out = async (format: string) =>
      (await installed.run(['run', 'amounts', '--format', format], { QUERN_NUMBERS: 'number' })).out;
    expect(await out('ndjson')).toBe('{"a":"7","b":12345678901234567890.5}\n');
    expect(await out('csv')).toBe('a,b\r\n7,12345678901234567890.5\r\n');
    expect(await out('table')).toBe(
      'a                       b\n─  ──────────────────────\n7  12345678901234567890.5\n',
    );
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
