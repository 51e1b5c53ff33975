import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { eventually } from '../support/eventually.js';
import { outcome } from '../support/processes/installed-quern.js';

const NODES = execFileSync(resolve('.ci/install-nodes'), { encoding: 'utf8' }).trim().split('\n');

/** A package of Nest's that Quern never loads; in a clone it is overridden. */
const KNOWN_WARNINGS = ['file-type'];

describe('the package', () => {
  let root: string;
  let packed: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'quern-package-'));
    // The build is there already: `prepack` would take it from under those that run beside this.
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', root], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [file = ''] = await readdir(root);
    packed = join(root, file);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT range AS id, TIMESTAMPTZ '2026-01-01 00:00:00Z' + to_hours(range) AS at FROM range(3)) TO '${root}/x.parquet'`,
    );
    connection.closeSync();
    instance.closeSync();
  });
  afterAll(async () => rm(root, { recursive: true }));

  describe.each(NODES.map((path) => [/nodes\/([\d.]+)\//.exec(path)?.[1] ?? '', path] as const))(
    'on Node %s',
    (version, node) => {
      let folder: string;
      let running: ChildProcess | undefined;

      /** A command as whoever has this Node and no other would run it. */
      const start = (command: string, args: readonly string[], cwd = folder) =>
        spawn(command, args, {
          cwd,
          detached: true,
          // npm's own settings are those of whoever runs this.
          env: {
            ...process.env,
            PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
            ...{ QUERN_PORT: '0', NO_COLOR: '1', npm_config_audit: 'false', npm_config_fund: 'false' },
          },
        });
      const run = async (command: string, args: readonly string[]) => outcome(start(command, args));

      /** The service with the key that its first start prints. */
      const serve = async (command: string, args: readonly string[], cwd = folder) => {
        const child = start(command, args, cwd);
        running = child;
        let printed = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
        await eventually(() => {
          if (child.exitCode !== null) throw new Error(`it has ended: ${printed}`);
          return /listening on[^]*Try:[^]*query/.test(printed);
        });
        const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
        const [token = ''] = /quern_[\w-]+/.exec(printed) ?? [];
        return { printed, get: async (path: string) => fetch(`${url}${path}`, { headers: { 'X-API-KEY': token } }) };
      };

      beforeAll(async () => {
        folder = join(root, version);
        await mkdir(folder);
        const installed = await run('npm', ['install', '--ignore-scripts', packed]);
        expect(installed.status).toBe(0);
        const warned = [...installed.err.matchAll(/EBADENGINE\s+package: '([^']+)@/g)].map(([, name]) => name);
        expect(warned.filter((name) => !KNOWN_WARNINGS.includes(name ?? ''))).toEqual([]);
      });
      afterEach(() => {
        if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
        running = undefined;
      });

      it('is run by that Node', async () => {
        expect((await run('node', ['--version'])).out.trim()).toBe(`v${version}`);
        expect((await run('npx', ['--no', 'quern', '--version'])).out.trim()).toMatch(/^\d+\.\d+\.\d+$/);
      });

      it('makes a folder over a file, and answers a call', async () => {
        const made = await run('npx', ['--no', 'quern', 'init', '--data', join(root, 'x.parquet')]);
        expect(made).toMatchObject({ status: 0, out: expect.stringContaining('endpoints/x.latest.yaml') as string });
        const { get } = await serve('npx', ['--no', 'quern']);
        const answer = await get('/api/endpoints/query/x.latest?until=2026-01-01T02:00:00Z');
        expect(answer.status).toBe(200);
        expect(((await answer.json()) as { result: { id: number }[] }).result.map(({ id }) => id)).toEqual([1, 0]);
      });

      it('serves what ships with it from an empty folder, over sample logs', async () => {
        const empty = join(root, `empty-${version}`);
        await mkdir(empty);
        const { printed, get } = await serve(join(folder, 'node_modules/.bin/quern'), [], empty);
        expect(printed).toContain('3, those that ship with Quern');
        const answer = await get('/api/endpoints/query/usage.api-counts?project=demo&interval=daily');
        expect(answer.status).toBe(200);
        expect(((await answer.json()) as { result: unknown[] }).result.length).toBeGreaterThan(0);
        expect(await readdir(empty)).toEqual(['.quern']);
      });

      it('is the client for those who import it', async () => {
        const program = `import { createClient } from 'quern'; console.log(typeof createClient)`;
        expect((await run('node', ['--input-type=module', '-e', program])).out).toBe('function\n');
      });

      it('is the compiler for those who import it, whose SQL a plain DuckDB runs', async () => {
        const program = `
          import { compile } from 'quern/googlesql';
          const isLoaded = process.report.getReport().sharedObjects.some((path) => path.includes('duckdb'));
          const { DuckDBInstance } = await import('@duckdb/node-api');
          const connection = await (await DuckDBInstance.create()).connect();
          const tables = { orders: [{ name: 'country', type: 'STRING' }] };
          const { sql, macros } = compile('SELECT SPLIT(UPPER(country), "") AS letters FROM orders WHERE country = @c', { tables, parameters: { c: 'STRING' } });
          await connection.run("CREATE TABLE orders AS SELECT 'NO' AS country");
          for (const macro of macros) await connection.run(macro);
          const rows = (await connection.runAndReadAll(sql, { p_c: 'NO' })).getRowsJson();
          console.log(JSON.stringify([isLoaded, macros.length > 0, rows, compile('SELECT c FROM orders', { tables })]));`;
        const { out, err } = await run('node', ['--input-type=module', '-e', program]);
        const problem = { line: 1, column: 8, message: expect.stringContaining('"c"') as string };
        expect([JSON.parse(out || 'null'), err]).toEqual([[false, true, [[['N', 'O']]], { problems: [problem] }], '']);
      });
    },
  );
});
