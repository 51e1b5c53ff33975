import { mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { InstalledQuern } from '../support/processes/installed-quern.js';

describe('quern sql', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write(
      'data/orders.ndjson',
      '{"id": 1, "made": "2026-11-20T09:00:00Z", "country": "NO"}\n{"id": 2, "made": "2026-11-21T09:00:00Z", "country": "PT"}\n',
    );
  });
  afterAll(async () => installed.close());

  it('runs GoogleSQL and writes JSON into a pipe', async () => {
    const { status, out, err } = await installed.here(['sql', 'SELECT COUNTIF(id > 1) AS n FROM orders']);
    expect({ status, err, rows: JSON.parse(out) as unknown }).toEqual({ status: 0, err: '', rows: [{ n: 1 }] });
  });

  it.each([
    ['table', 'id  country\n──  ───────\n 2  PT\n', /^1 row in \d+ ms\n$/],
    ['csv', 'id,country\r\n2,PT\r\n', /^$/],
    ['ndjson', '{"id":2,"country":"PT"}\n', /^$/],
  ])('writes a %s', async (format, rows, told) => {
    const { out, err } = await installed.here([
      'sql',
      'SELECT id, country FROM orders WHERE id = 2',
      '--format',
      format,
    ]);
    expect(out).toBe(rows);
    expect(err).toMatch(told);
  });

  it('takes the query from standard input', async () => {
    expect(JSON.parse((await installed.here(['sql'], 'SELECT 1 AS one\n')).out)).toEqual([{ one: 1 }]);
    expect(JSON.parse((await installed.here(['sql', '-'], 'SELECT 2 AS two')).out)).toEqual([{ two: 2 }]);
  });

  it.each([
    ['@id', ['id=2'], 2],
    ['@id', ['id:string=2'], '2'],
    ['@ratio', ['ratio=0.5'], 0.5],
    ['@isSo', ['isSo=true'], true],
    ['DATE_ADD(@day, INTERVAL 1 DAY)', ['day:date=2026-11-20'], '2026-11-21'],
    ['@ids', ['ids=1', 'ids=2'], [1, 2]],
    ['@ids', ['ids:integer[]=1'], [1]],
    ['(SELECT COUNT(*) FROM orders WHERE made >= @since)', ['since=2026-11-21'], 1],
  ])('binds %s by %j', async (expression, parameters, value) => {
    const flags = parameters.flatMap((each) => ['-p', each]);
    const { out, err } = await installed.here(['sql', `SELECT ${expression} AS value`, ...flags]);
    expect(err).toBe('');
    expect(JSON.parse(out)).toEqual([{ value }]);
  });

  it('says that there are more rows than were asked for', async () => {
    const { out, err } = await installed.here(['sql', 'SELECT id FROM orders ORDER BY id', '--max-rows', '1']);
    expect([JSON.parse(out), err]).toEqual([[{ id: 1 }], '1 row, and there are more (--max-rows)\n']);
  });

  it.each([
    ['SELECT\n  countri FROM orders', 1, '2:3  ', 'Did you mean "country"?'],
    ['DELETE FROM orders WHERE TRUE', 1, '1:1  ', '\n  ^\n'],
    ['SELECT 1; SELECT 2', 1, '1:', ''],
    ['SELECT @@project_id AS x', 1, '1:8  ', ''],
  ])('shows what is wrong with %j at its place', async (query, status, place, message) => {
    const outcome = await installed.here(['sql', query]);
    expect({ status: outcome.status, out: outcome.out }).toEqual({ status, out: '' });
    expect(outcome.err.startsWith(place)).toBe(true);
    expect(outcome.err).toContain(message);
  });

  it.each([
    [['SELECT @who AS who'], 'the query has @who; give its value: -p who=…'],
    [['SELECT @n AS n', '-p', 'n:integer=x'], '"n" must be'],
    [['SELECT @n AS n', '-p', 'n:int=1'], '"n:int" has no type that there is: string, integer'],
    [['SELECT 1 AS n', '--max-rows', '0'], '--max-rows is a whole number'],
  ])('refuses %j as wrong usage', async (args, message) => {
    const { status, err } = await installed.here(['sql', ...args]);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  it.each(['{', 'null', '{"sql": 5}', '{"sql": "SELECT 1", "parameters": [{}]}'])(
    'hands over nothing that somebody else has written: %s',
    async (text) => {
      await installed.write('.quern/last-query.json', text);
      const { status, err } = await installed.run(['new', 'none.yet', '--sql', '--yes']);
      expect({ status, err }).toEqual({
        status: 2,
        err: expect.stringContaining('none has run in this folder') as string,
      });
      await rm(join(installed.folder, '.quern'), { recursive: true });
    },
  );

  it('writes its last query over no file that a link leads to', async () => {
    const kept = join(installed.folder, '.quern/last-query.json');
    await installed.write('precious', 'mine');
    await mkdir(dirname(kept), { recursive: true });
    await symlink('../precious', kept);
    expect(await installed.run(['sql', 'SELECT 1 AS one'])).toMatchObject({ status: 0 });
    expect(await readFile(join(installed.folder, 'precious'), 'utf8')).toBe('mine');
    expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject({ sql: 'SELECT 1 AS one' });
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    await rm(dirname(kept), { recursive: true });
  });

  it('hands its last query over to quern new, parameters included', async () => {
    const query = 'SELECT id FROM orders\nWHERE country = @country AND id >= @min';
    expect(await installed.run(['new', 'none.yet', '--sql', '--yes'])).toMatchObject({ status: 2 });
    const run = await installed.run(['sql', query, '-p', 'country=NO', '-p', 'min=1']);
    expect(JSON.parse(run.out)).toEqual([{ id: 1 }]);
    // One that fails is not taken over.
    await installed.run(['sql', 'SELECT nothing FROM orders']);
    expect(await installed.run(['new', 'taken.over', '--sql'])).toMatchObject({ status: 0 });
    const file = parse(await readFile(join(installed.folder, 'endpoints/taken.over.yaml'), 'utf8')) as unknown;
    expect(file).toMatchObject({
      parameters: { country: { type: 'string', required: true }, min: { type: 'integer', required: true } },
      query: `${query}\n`,
    });
  });
});
