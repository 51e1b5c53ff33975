import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InstalledQuern, outcome } from '../support/processes/installed-quern.js';
import { requireTerminal } from '../support/processes/require-program.js';

describe('quern sql on a terminal', () => {
  let installed: InstalledQuern;

  beforeAll(requireTerminal);
  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('data/orders.ndjson', '{"id": 1, "country": "NO"}');
  });
  afterAll(async () => installed.close());

  it('reads queries over several lines until it is left, and goes on after a mistake', async () => {
    const typed =
      'SELECT\n  id + 41 AS answer\nFROM orders;\nSELECT x FROM orders;\n\\p c=NO\nSELECT id, @c AS c FROM orders;\n\\q\n';
    const shown = await installed.onTerminal(['sql'], { typed });
    expect(shown).toMatch(/answer\s+─+\s+42\s+1 row in \d+ ms/);
    expect(shown).toContain('1:8  ');
    expect(shown).toMatch(/id {2}c\s+─+ {2}─+\s+1 {2}NO/);
    const history = (await readFile(join(installed.folder, '.quern/sql_history'), 'utf8')).split('\n');
    // A query is found again as a whole.
    expect(history).toEqual(
      expect.arrayContaining(['SELECT id + 41 AS answer FROM orders;', 'SELECT x FROM orders;', '\\p c=NO']),
    );
    expect(history).not.toContain('FROM orders;');
  });

  it('shows tables and columns', async () => {
    const shown = await installed.onTerminal(['sql'], { typed: '\\d\n\\d orders\n\\d order\n\\q\n' });
    expect(shown).toMatch(/orders\s+NULL\s+id country/);
    expect(shown).toMatch(/country\s+STRING/);
    expect(shown).toContain('order is no table. Did you mean "orders"?');
  });

  it('runs each query of a line, and those alone that are at their end', async () => {
    const typed =
      "SELECT 1 AS one; SELECT 'x;' AS two; -- both\nSELECT 3 -- not yet;\n AS three;\nSELECT 'open;\nexit\n";
    const shown = await installed.onTerminal(['sql', '--format', 'ndjson'], { typed });
    // A prompt stands in front of what is answered to a line that was typed ahead.
    const told = [...shown.matchAll(/(\{.*\})\r?\n1 row in \d+ ms/g)].map(([, row]) => row);
    expect(told).toEqual(['{"one":1}', '{"two":"x;"}', '{"three":3}']);
    expect(shown).toContain('1:8  this string is not closed');
  });

  it('tells the values of parameters, and what there is', async () => {
    const shown = await installed.onTerminal(['sql', '-p', 'a=1'], { typed: '\\p\n\\p a=2\n\\p\n\\x\nhelp;\nquit\n' });
    expect(shown).toMatch(/a=1\r?\n[^]*a=2\r?\n[^]*There is no \\x\.[^]*the columns of one[^]*the columns of one/);
  });

  it('keeps nothing where nothing can be kept', async () => {
    const other = await InstalledQuern.open();
    try {
      await other.write('.quern', 'a file');
      const child = other.startOnTerminal(['sql']);
      let shown = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        // The end of what is typed, Ctrl-D, is one once the shell reads keys: before, the terminal would make a NUL of it.
        if (/seven[^]*1 row in \d+ ms/.test(shown)) child.stdin?.end();
      });
      child.stdin?.write('SELECT 6 AS six;\nSELECT 7 AS seven;\n');
      expect((await outcome(child)).status).toBe(0);
      expect(shown).toMatch(/six[^]*6[^]*seven[^]*7[^]*1 row in/);
    } finally {
      await other.close();
    }
  });

  it('is no place for files of rows', async () => {
    for (const flags of [
      ['--out', 'rows.csv'],
      ['--format', 'parquet', '--out', 'rows'],
    ]) {
      const { status, out } = await outcome(installed.startOnTerminal(['sql', ...flags]));
      expect(status).toBe(2);
      expect(out).toContain('a file of rows is of one query');
    }
  });

  it('has a table of its own width where the terminal does not know its own', async () => {
    const shown = await installed.onTerminal(['sql', 'SELECT 12345 AS number, "text" AS text'], { columns: 0 });
    expect(shown).toMatch(/number {2}text\s+─+ {2}─+\s+12345 {2}text/);
  });
});
