import { execFileSync, spawnSync } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'yaml';
import { InstalledQuern, MAIN } from '../support/processes/installed-quern.js';

interface Workflow {
  readonly jobs: {
    readonly check: { readonly env?: Record<string, string>; readonly steps: readonly { readonly run?: string }[] };
  };
}

const git = (...args: readonly string[]) => execFileSync('git', args);

describe('quern init', () => {
  let installed: InstalledQuern;
  const inside = (...path: string[]) => join(installed.folder, ...path);
  const text = async (...path: string[]) => readFile(inside(...path), 'utf8');
  const yaml = async (...path: string[]) => parse(await text(...path)) as Record<string, unknown>;
  /** What the command line says in a folder, of its own data. */
  const within = async (folder: string, args: readonly string[]) =>
    installed.run(args, { QUERN_DATA: inside(folder, 'data'), QUERN_ENDPOINTS: inside(folder, 'endpoints') });

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT range AS id, 'k' || range AS kind, TIMESTAMPTZ '2026-01-01 00:00:00Z' + to_hours(range) AS "made at", [range] AS list
        FROM range(3)) TO '${inside('some things.parquet')}'`,
    );
    connection.closeSync();
    instance.closeSync();
    await installed.write('plain.csv', 'a,b\n1,x\n');
  });
  afterAll(async () => installed.close());

  it('begins with an example that is served, tested and checked as it is', async () => {
    const { status, out } = await installed.here(['init', inside('example')]);
    expect({ status, out: out.split('\n').sort() }).toEqual({
      status: 0,
      out: [
        '',
        'example/.github/workflows/quern.yml',
        'example/.gitignore',
        'example/README.md',
        'example/data/orders.ndjson',
        'example/data/orders.schema.json',
        'example/endpoint.schema.json',
        'example/endpoints/orders.latest.yaml',
      ],
    });
    expect((await within('example', ['validate', '--strict'])).status).toBe(0);
    expect((await within('example', ['test'])).out).toContain('1 passed, 0 failed');
    const run = await within('example', [
      'run',
      'orders.latest',
      '-p',
      'country=NO',
      '-p',
      'until=2026-11-20T11:00:00Z',
    ]);
    expect(JSON.parse(run.out)).toEqual([expect.objectContaining({ id: 1, country: 'NO' })]);
  });

  it('begins with a file of one’s own: table, schema, endpoint and test', async () => {
    const { status, err } = await installed.here(['init', inside('own'), '--data', inside('some things.parquet')]);
    expect({ status, err }).toEqual({ status: 0, err: expect.stringContaining('made at TIMESTAMP') as string });
    expect(JSON.parse(await text('own/data/some things.schema.json'))).toEqual([
      { name: 'id', type: 'INT64' },
      { name: 'kind', type: 'STRING' },
      { name: 'made at', type: 'TIMESTAMP' },
      { name: 'list', type: 'INT64', mode: 'REPEATED' },
    ]);
    expect(await yaml('own/endpoints/some-things.latest.yaml')).toMatchObject({
      parameters: { since: { type: 'timestamp' }, until: { type: 'timestamp' }, kind: { type: 'string' } },
      query:
        'SELECT\n  id,\n  kind,\n  `made at`,\n  list\nFROM `some things`\n' +
        'WHERE (@since IS NULL OR `made at` >= @since)\n  AND (@until IS NULL OR `made at` < @until)\n' +
        '  AND (@kind IS NULL OR kind = @kind)\nORDER BY `made at` DESC\n',
      columns: [
        { name: 'id', type: 'INT64', nullable: false, json: 'number' },
        { name: 'kind', type: 'STRING', nullable: false },
        { name: 'made at', type: 'TIMESTAMP', nullable: false },
        { name: 'list', type: 'ARRAY<INT64>' },
      ],
    });
    expect((await within('own', ['validate', '--strict'])).status).toBe(0);
    expect((await within('own', ['test'])).status).toBe(0);
    const run = await within('own', ['run', 'some-things.latest', '-p', 'since=2026-01-01T01:00:00Z']);
    expect((JSON.parse(run.out) as { id: number }[]).map(({ id }) => id)).toEqual([2, 1]);
  });

  it('needs no time and no text', async () => {
    await installed.write('bare/data/bare.csv', 'n\n1\n');
    const { status } = await installed.here(['init', inside('bare'), '--data', inside('bare/data/bare.csv')]);
    expect(status).toBe(0);
    expect((await yaml('bare/endpoints/bare.rows.yaml')).query).toBe('SELECT\n  n\nFROM bare\n');
  });

  it('states no types that the rows cannot be read by', async () => {
    const rows =
      'Order ID,Day,At,Price,Paid\n1,31.12.2026,2026-12-31 10:00:00,"1.234,50",true\n2,01.01.2027,,"7,00",false\n';
    await installed.write('deliveries.csv', rows);
    const { status, err } = await installed.here(['init', inside('dated'), '--data', inside('deliveries.csv')]);
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringContaining('  Day STRING\n  At TIMESTAMP\n  Price STRING\n') as string,
    });
    expect(JSON.parse(await text('dated/data/deliveries.schema.json'))).toEqual([
      { name: 'Order ID', type: 'INT64' },
      { name: 'Day', type: 'STRING' },
      { name: 'At', type: 'TIMESTAMP' },
      { name: 'Price', type: 'STRING' },
      { name: 'Paid', type: 'BOOL' },
    ]);
    const run = await within('dated', ['run', 'deliveries.latest', '-p', 'Day=31.12.2026']);
    expect(JSON.parse(run.out)).toMatchObject([{ 'Order ID': 1, Day: '31.12.2026', Paid: true }]);
  });

  it('leaves to a date of NDJSON the text that it is, and to the rest its types', async () => {
    await installed.write('trips.ndjson', '{"id":1,"day":"31-12-2026"}\n{"id":2,"day":"01-02-2026"}\n');
    const { status } = await installed.here(['init', inside('trips'), '--data', inside('trips.ndjson')]);
    expect(status).toBe(0);
    expect(JSON.parse(await text('trips/data/trips.schema.json'))).toEqual([
      { name: 'id', type: 'INT64' },
      { name: 'day', type: 'STRING' },
    ]);
  });

  it.each(['repository', 'repository/deep/some shop'])(
    'checks what is in Git, by a workflow at the root: %s',
    async (folder) => {
      await rm(inside('repository'), { recursive: true, force: true });
      await rm(inside('clone'), { recursive: true, force: true });
      git('init', '--quiet', inside('repository'));
      expect((await installed.here(['init', inside(folder)])).status).toBe(0);
      git('-C', inside('repository'), 'add', '.');
      git('-C', inside('repository'), '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '--quiet', '-m', 'x');
      git('clone', '--quiet', inside('repository'), inside('clone'));
      const [workflow = '', ...others] = await readdir(inside('clone/.github/workflows'));
      expect(others).toEqual([]);
      const { jobs } = (await yaml('clone/.github/workflows', workflow)) as unknown as Workflow;
      const { env = {}, steps } = jobs.check;
      const commands = steps.flatMap(({ run }) => run ?? []);
      // Nothing but what the repository depends on: whatever has the name in a registry is not Quern.
      const quern = 'npx --no quern ';
      expect(commands).toEqual(['npm ci', `${quern}validate --strict --format github`, `${quern}test`]);
      const run = (command: string) => {
        const args = command.replace(quern, '').split(' ');
        return spawnSync(process.execPath, [MAIN, ...args], { cwd: inside('clone'), encoding: 'utf8', env });
      };
      for (const command of commands.slice(1)) expect(run(command)).toMatchObject({ status: 0 });
      const file = `${folder.replace('repository', 'clone')}/endpoints/orders.latest.yaml`;
      await installed.write(file, (await text(file)).replace('SELECT', 'SELEC'));
      const { status, stdout } = run(commands[1] ?? '');
      // From the root, where GitHub looks for it.
      expect({ status, stdout }).toEqual({
        status: 1,
        stdout: expect.stringContaining(`::error file=${file.replace('clone/', '')},`) as string,
      });
    },
  );

  it('points editors to the schema beside the endpoints, which Git keeps', async () => {
    await installed.here(['init', inside('pointed')]);
    const [first] = (await text('pointed/endpoints/orders.latest.yaml')).split('\n');
    expect(first).toBe('# yaml-language-server: $schema=../endpoint.schema.json');
    expect(await text('pointed/endpoint.schema.json')).toBe(await readFile('endpoint.schema.json', 'utf8'));
  });

  it('writes over nothing', async () => {
    await installed.write('mine/README.md', 'mine');
    const { status, err } = await installed.here(['init', inside('mine')]);
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringContaining('mine/README.md is there already and stays as it is\n') as string,
    });
    expect(await text('mine/README.md')).toBe('mine');
    const endpoint = await text('mine/endpoints/orders.latest.yaml');
    const again = await installed.here(['init', inside('mine')]);
    expect(again).toMatchObject({
      status: 1,
      err: expect.stringContaining('orders.latest.yaml is there already') as string,
    });
    expect(await text('mine/endpoints/orders.latest.yaml')).toBe(endpoint);
    await installed.write('mine/data/plain.csv', 'a\n2\n');
    const other = await installed.here(['init', inside('mine'), '--data', inside('plain.csv')]);
    expect(other).toMatchObject({
      status: 1,
      err: expect.stringContaining('data/plain.csv is there already') as string,
    });
    expect(await text('mine/data/plain.csv')).toBe('a\n2\n');
  });

  it('leaves nothing behind of a file that cannot be read, and what was there as it was', async () => {
    await installed.write('latin.csv', Buffer.from('caf\u00e9,b\n1,2\n', 'latin1'));
    const args = ['init', inside('unread'), '--data', inside('latin.csv')];
    const first = await installed.here(args);
    expect(first).toMatchObject({ status: 1, out: '' });
    expect(first.err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^quern: latin is no table: table "latin" cannot be read from \S+latin\.csv: line 1 is not UTF-8; save the file as UTF-8, as `iconv -f latin1 -t utf-8` does$/,
      ),
    ]);
    expect(await readdir(installed.folder)).not.toContain('unread');
    await installed.write('unread/README.md', 'mine');
    expect(await installed.here(args)).toMatchObject({ status: 1 });
    expect(await readdir(inside('unread'))).toEqual(['README.md']);
  });

  it('leaves nothing behind where its last files cannot be written, its endpoint neither', async () => {
    await installed.write('taken/.github', 'no folder');
    expect(await installed.here(['init', inside('taken'), '--yes'])).toMatchObject({ status: 1, out: '' });
    expect(await readdir(inside('taken'))).toEqual(['.github']);
  });

  it.each([
    ['missing.csv', 'cannot be read: there is no such file'],
    ['some.xlsx', 'is no file of a table: it is of a kind that is not read'],
    ['some.csv.zip', 'decompress it'],
    ['some', 'its name has no extension'],
  ])('refuses %s and writes nothing', async (file, message) => {
    const { status, err } = await installed.here(['init', inside('none'), '--data', inside(file)]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(message) as string });
    expect(await readdir(installed.folder)).not.toContain('none');
  });
});
