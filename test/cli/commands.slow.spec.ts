import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { InstalledQuern, MAIN, outcome } from '../support/processes/installed-quern.js';

describe('quern', () => {
  let installed: InstalledQuern;
  let folder: string;

  const quern = async (args: readonly string[], env: Record<string, string> = {}) => installed.run(args, env);
  const start = (args: readonly string[], env: Record<string, string> = {}) => installed.start(args, env);

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    ({ folder } = installed);
    await cp('endpoints', join(folder, 'endpoints'), { recursive: true });
    const request = { path: '/rest/v1/a', url: 'https://demo.example.com/rest/v1/a' };
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    const rows = ['1', '2'].map((id) => ({
      id,
      timestamp,
      project: 'demo',
      event_message: `a "quoted", ${id}`,
      metadata: [{ request: [request] }],
    }));
    await writeFile(join(folder, 'data/edge_logs.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));
  });

  afterAll(async () => installed.close());

  it('shows its commands and its version, whatever the environment says', async () => {
    const { status, out } = await quern(['--help'], { QUERN_PORT: 'nonsense' });
    expect(status).toBe(0);
    for (const command of ['serve', 'list', 'validate', 'run', 'keys']) expect(out).toContain(`  ${command}`);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await installed.here(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });

  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['lst'], 'Did you mean list?'],
    [['list', '--frobnicate'], "unknown option '--frobnicate'"],
    [['run', 'a', '--fromat', 'csv'], 'Did you mean --format?'],
    [['list', '--format', 'xml'], 'Allowed choices are table, json, ndjson, csv.'],
    [['list', 'more'], 'too many arguments'],
    [['run'], "missing required argument 'endpoint'"],
    [['run', 'a', '-p', 'b'], 'Write it as name=value.'],
    [['keys', 'create', 'a', '-s', '*', '-e', '90'], 'Write a time in ISO 8601, or days such as 90d.'],
    [['keys', 'create', 'a', '-s', '*', '-e', 'Jan 1 2099'], 'Write a time in ISO 8601, or days such as 90d.'],
    [[], 'Commands:'],
  ])('refuses %j as wrong usage, with status 2', async (args, message) => {
    const { status, out, err } = await installed.here(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(message);
  });

  it('loads what a command works with when it begins, so that help and completion come at once', async () => {
    expect([...(await packagesBehind(dirname(MAIN), 'commands/cli.js'))]).toEqual(['commander']);
  });

  it('starts the service without what lays out text for people', async () => {
    const packages = await packagesBehind(dirname(MAIN), 'commands/serve/serve.action.js');
    expect(packages).toContain('@nestjs/core');
    for (const each of ['string-width', 'sql-formatter']) expect(packages).not.toContain(each);
  });

  it('refuses a misspelt setting with a remedy', async () => {
    const { status, err } = await quern(['list'], { QUERN_PROT: '3000' });
    expect(status).toBe(1);
    expect(err).toContain('did you mean QUERN_PORT?');
  });

  describe('list', () => {
    it('shows every endpoint, as JSON in a pipe', async () => {
      const { status, out } = await quern(['list']);
      expect(status).toBe(0);
      const names = (JSON.parse(out) as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(['functions.invocation-stats', 'logs.all', 'usage.api-counts']);
    });
  });

  describe('validate', () => {
    it('accepts the files that ship with Quern', async () => {
      expect(await quern(['validate'])).toEqual({ status: 0, out: '3 endpoints in endpoints, no problems\n', err: '' });
    });

    it('needs no data', async () => {
      const { status } = await quern(['validate'], { QUERN_DATA: '.quern/sample' });
      expect(status).toBe(0);
    });

    it('reports every problem of every file with its place', async () => {
      const broken = join(folder, 'broken');
      await mkdir(broken, { recursive: true });
      const head = 'id: 11111111-1111-4111-8111-111111111111\nname: a\n';
      await writeFile(join(broken, 'a.yaml'), `${head}max_row: 5\nquery: |\n  SELECT 1 AS one\n`);
      const second = head.replaceAll('1', '2').replace('name: a', 'name: b');
      await writeFile(join(broken, 'b.yaml'), `${second}query: |\n  SELECT 1 AS one,\n    NOPE() AS two\n`);
      const { status, out, err } = await quern(['validate'], { QUERN_ENDPOINTS: 'broken' });
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain('broken/a.yaml:3:1');
      expect(err).toContain('Did you mean "max_rows"?');
      expect(err).toMatch(/broken\/b\.yaml:5:5 .* function NOPE is not supported by the embedded engine/);
      expect(err).toContain('2 errors in 2 files');
    });
  });

  describe('run', () => {
    const call = ['run', 'logs.all', '-p', 'project=demo'];

    it('prints rows as JSON in a pipe', async () => {
      const { status, out } = await quern(call);
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject([{ id: '1' }, { id: '2' }]);
    });

    it('prints rows as CSV with quotes where they are needed (RFC 4180)', async () => {
      const { out } = await quern([...call, '--format', 'csv']);
      const [header, first] = out.split('\r\n');
      expect(header).toBe('id,timestamp,event_message,metadata');
      expect(first).toMatch(/^1,20[^,]*Z,"a ""quoted"", 1","\[\{""/);
    });

    it('prints a table where one is asked for', async () => {
      const { out, err } = await quern([...call, '--format', 'table']);
      expect(out).toMatch(/^id {2}timestamp/);
      expect(err).toMatch(/^2 rows in \d+ ms\n$/);
    });

    it('says what the next page is called with, apart from the rows', async () => {
      const paged = join(folder, 'paged');
      await mkdir(paged);
      const definition = {
        id: '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5f',
        name: 'paged',
        parameters: { above: { type: 'integer' } },
        columns: [{ name: 'n', type: 'INT64', nullable: false }],
        page: { size: 2, next: { above: 'n' } },
        query: 'SELECT n FROM UNNEST([1, 2, 3]) AS n WHERE n > COALESCE(@above, 0) ORDER BY n',
      };
      await writeFile(join(paged, 'paged.yaml'), JSON.stringify(definition));
      const env = { QUERN_ENDPOINTS: paged };
      const first = await quern(['run', 'paged', '--format', 'ndjson'], env);
      expect(first.out).toBe('{"n":1}\n{"n":2}\n');
      const [, cursor = ''] = /^the next page: -p (cursor=[\w-]+)\n$/.exec(first.err) ?? [];
      const second = await quern(['run', 'paged', '--format', 'ndjson', '-p', cursor], env);
      expect([second.out, second.err]).toEqual(['{"n":3}\n', '']);
    });

    it('says at which bound the rows are cut off, and how many there are of which a slice was asked for', async () => {
      const cut = join(folder, 'cut');
      await mkdir(cut);
      const file = (name: string, id: string, bounds: object) =>
        writeFile(
          join(cut, `${name}.yaml`),
          JSON.stringify({ id, name, ...bounds, caching: 60, slices: 'enabled', query: QUERY }),
        );
      const QUERY = 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 1000)) AS n';
      await file('rows', '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b60', { max_rows: 3 });
      await file('bytes', '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b61', { max_bytes: 1024 });
      const said = async (...args: readonly string[]) =>
        (await quern(['run', ...args, '-p', 'limit=1'], { QUERN_ENDPOINTS: cut })).err;
      expect(await said('rows')).toBe('cut off at max_rows (3 rows)\n');
      expect(await said('rows', '--format', 'table')).toMatch(/^1 row in \d+ ms, cut off at max_rows \(3 rows\)\n$/);
      expect(await said('bytes')).toMatch(/^cut off at max_bytes \(1\d\d rows\)\n$/);
    });

    it('tells wrong parameters, all of them, misspelt ones included', async () => {
      const { status, out, err } = await quern(['run', 'usage.api-counts', '-p', 'interval=x', '-p', 'projekt=a']);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain('"interval" must be one of "hourly", "daily", "minutely"');
      expect(err).toContain('Did you mean "project"?');
    });

    it('needs no key, and says nothing of those that there are', async () => {
      const env = { QUERN_KEYS_FILE: 'weak/keys.yaml' };
      expect((await quern(['keys', 'create', 'everything', '--scope', '*', '--scope', 'admin'], env)).status).toBe(0);
      for (const args of [call, ['explain', ...call.slice(1)], ['list']]) {
        const { status, err } = await quern(args, env);
        expect({ status, err }).toEqual({ status: 0, err: '' });
      }
    });

    it('runs a sound endpoint beside files that are broken, which it names', async () => {
      const mixed = join(folder, 'mixed');
      await mkdir(mixed);
      const file = (digit: string, name: string, query: string) =>
        writeFile(
          join(mixed, `${name}.yaml`),
          `id: ${'11111111-1111-4111-8111-111111111111'.replaceAll('1', digit)}\nname: ${name}\nquery: ${query}\n`,
        );
      await file('1', 'sound', 'SELECT 1 AS one');
      await file('2', 'broken', 'SELECT NOPE() AS two');
      await writeFile(join(mixed, 'unread.yaml'), 'name: [unread');
      const env = { QUERN_ENDPOINTS: 'mixed' };
      for (const command of ['run', 'explain']) {
        const sound = await quern([command, 'sound'], env);
        expect(sound.status).toBe(0);
        expect(sound.err).toMatch(/^warning: .*mixed\/broken\.yaml:3:15 .*NOPE/m);
        const broken = await quern([command, 'broken'], env);
        expect([broken.status, broken.out]).toEqual([1, '']);
        expect(broken.err).toMatch(/^mixed\/broken\.yaml:3:15 .*NOPE[^]*1 error in 1 file\n$/);
        const { err } = await quern([command, 'unread'], env);
        expect(err).toContain(
          'there is no endpoint "unread". These files cannot be served: mixed/broken.yaml, mixed/unread.yaml.',
        );
      }
      expect((await quern(['list'], env)).status).toBe(1);
    });

    it('tells an unknown endpoint', async () => {
      const { status, err } = await quern(['run', 'usage.api-count']);
      const message = 'quern: there is no endpoint "usage.api-count". Did you mean "usage.api-counts"?\n';
      expect({ status, err }).toEqual({ status: 1, err: message });
    });
  });

  describe('keys create', () => {
    it('prints the token once and keeps its hash', async () => {
      const { status, out } = await quern(['keys', 'create', 'dash', '--scope', 'usage.*', '--bind', 'project=demo']);
      expect(status).toBe(0);
      const file = await readFile(join(folder, '.quern/keys.yaml'), 'utf8');
      expect(out).toMatch(/^quern_[\w-]{43}\n$/);
      expect(file).not.toContain(out.trim());
      expect(file).toContain('id: dash');
    });

    it('refuses an id that is taken', async () => {
      const { status, err } = await quern(['keys', 'create', 'dash', '--scope', '*']);
      expect(status).toBe(1);
      expect(err).toContain('dash');
    });
  });

  it('lists keys, gives them new tokens, and takes them out', async () => {
    const env = { QUERN_KEYS_FILE: 'others/keys.yaml' };
    const first = await quern(['keys', 'create', 'ops', '--scope', 'admin', '--rate-limit', '100/60s'], env);
    await quern(['keys', 'create', 'cron', '--scope', '*', '--expires', '90d', '--budget', '600s/day'], env);
    const keys = async () =>
      JSON.parse((await quern(['keys', 'list'], env)).out) as {
        id: string;
        rate_limit: string;
        budget: string;
        state: string;
      }[];
    expect((await keys()).map(({ id, rate_limit, budget, state }) => [id, rate_limit, budget, state])).toEqual([
      ['ops', '100/60s', null, 'active'],
      ['cron', null, '600s/day', 'active'],
    ]);
    const rotated = await quern(['keys', 'rotate', 'ops', '--grace', '24h'], env);
    expect(rotated.out).toMatch(/^quern_[\w-]{43}\n$/);
    expect(rotated.out).not.toBe(first.out);
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 11);
    expect(rotated.err).toContain(`The old one is good until ${day}`);
    expect((await keys()).map(({ id }) => id)).toEqual(['ops', 'ops.old', 'cron']);
    expect((await quern(['keys', 'revoke', 'cron'], env)).status).toBe(0);
    expect((await keys()).map(({ id }) => id)).toEqual(['ops', 'ops.old']);
    const unknown = await quern(['keys', 'revoke', 'cron'], env);
    expect([unknown.status, unknown.out]).toEqual([1, '']);
    expect(unknown.err).toContain('there are ops, ops.old');
    expect((await quern(['keys', 'create', 'a', '--scope', '*', '--budget', '10h/day'], env)).err).toContain(
      '50GiB/day',
    );
    expect((await quern(['keys', 'rotate', 'ops', '--grace', 'soon'], env)).status).toBe(2);
    expect((await quern(['keys', 'revoke', 'ops'], env)).err).toContain('neither is ops.old');
    expect(await keys()).toEqual([]);
  });

  describe('serve', () => {
    /** Everything that the service has printed up to its last example. */
    const welcomeOf = async (child: ChildProcess): Promise<string> => {
      let text = '';
      for await (const chunk of child.stdout ?? []) {
        text += String(chunk);
        if (text.endsWith('\n\n')) return text;
      }
      throw new Error(`ended early: ${text}`);
    };

    const untilListening = async (child: ChildProcess): Promise<void> => {
      for await (const chunk of child.stdout ?? []) if (String(chunk).includes('listening on')) return;
      throw new Error('ended early');
    };

    it('makes sample logs and a key at its first start, and prints calls that answer with rows', async () => {
      const home = join(folder, 'home');
      await mkdir(home);
      await cp('endpoints', join(home, 'endpoints'), { recursive: true });
      const child = spawn(process.execPath, [MAIN, 'serve'], {
        cwd: home,
        env: { PATH: process.env.PATH, QUERN_PORT: '0' },
      });
      const welcome = await welcomeOf(child);
      const [, token = ''] = /export QUERN_KEY=(\S+)/.exec(welcome) ?? [];
      const calls = [...welcome.matchAll(/curl -s -H "X-API-KEY: \$QUERN_KEY" '(?<url>[^']+)'/g)];
      expect(calls).toHaveLength(3);
      for (const { groups } of calls) {
        const response = await fetch(groups?.url ?? '', { headers: { 'x-api-key': token } });
        const { result } = (await response.json()) as { result: unknown[] };
        expect({ status: response.status, empty: result.length === 0 }).toEqual({ status: 200, empty: false });
      }
      // The link to the console has the last call ready.
      const [, query] = (calls.at(-1)?.groups?.url ?? '').split('/usage.api-counts?');
      expect(welcome).toContain(`/console#key=${token}/usage.api-counts?${query}\n`);
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
    });

    it('says what to do where there are no endpoints, before it makes sample logs, and offers those that ship', async () => {
      const home = join(folder, 'bare');
      await mkdir(join(home, 'endpoints'), { recursive: true });
      const env = { PATH: process.env.PATH, QUERN_PORT: '0' };
      const serve = () => spawn(process.execPath, [MAIN, 'serve'], { cwd: home, env });
      const told = (more = '') => `
There are no endpoints in endpoints yet. To have some:
  quern new    asks what it is to answer, and writes it
  quern init   writes one over a file of rows, with the data that it needs
Those that ship with Quern are over invented sample logs:
  ${more}QUERN_ENDPOINTS=${resolve('endpoints')} quern serve
`;
      const child = serve();
      const ended = outcome(child);
      let printed = '';
      for await (const chunk of child.stderr) if ((printed += String(chunk)).includes('sample logs in')) break;
      child.kill();
      await ended;
      expect(printed.startsWith(told())).toBe(true);
      // The start fails with data of one's own and no folder of endpoints.
      await rm(join(home, 'endpoints'), { recursive: true });
      await mkdir(join(home, 'data'));
      const { status, out, err } = await outcome(serve());
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err.startsWith(told('QUERN_DATA=.quern/sample '))).toBe(true);
      expect(err).toContain('there is no such folder');
    });

    it('lets the thread that writes answers go before those that run queries, where threads have priorities', async () => {
      const child = start(['serve'], { QUERN_PORT: '0', QUERN_API_KEY: 'a-token-of-this-test' });
      await untilListening(child);
      const threads = await readdir(`/proc/${child.pid}/task`).catch(() => [String(child.pid)]);
      const main = getPriority(child.pid);
      const lowered = threads.filter((id) => getPriority(Number(id)) === 10);
      child.kill('SIGTERM');
      await once(child, 'close');
      expect(main).toBe(getPriority());
      expect(lowered.length > 30).toBe(process.platform === 'linux');
      // V8's few threads stay what they are: JavaScript waits for them.
      expect(threads.length - lowered.length).toBeLessThan(12);
    });

    it('says which port is taken, before it makes sample logs or a key', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const keys = { QUERN_KEYS_FILE: 'taken/keys.yaml', QUERN_DATA: '.quern/sample' };
      const { status, out, err } = await quern(['serve'], { ...keys, QUERN_PORT: String(port) });
      other.close();
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toBe(
        `quern: port ${port} of 127.0.0.1 is taken; set QUERN_PORT to another, or to 0 for any free one\n`,
      );
      for (const made of ['taken', '.quern/sample']) {
        await expect(stat(join(folder, made))).rejects.toThrow('ENOENT');
      }
    });

    it('says which address is none of this machine', async () => {
      const { err } = await quern(['serve'], { QUERN_HOST: '192.0.2.1', QUERN_PORT: '0' });
      expect(err).toMatch(/^quern: 192\.0\.2\.1 is no address of this machine; set QUERN_HOST to one \(/);
    });

    it('says in JSON why it does not start, where its log is JSON', async () => {
      const env = { QUERN_ENDPOINTS: 'nowhere', QUERN_PORT: '0', QUERN_LOG_FORMAT: 'json' };
      const { status, out, err } = await quern(['serve'], env);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      const msg = expect.stringContaining('there is no such folder') as string;
      expect(JSON.parse(err)).toMatchObject({ level: 'fatal', context: 'Start', msg });
    });

    it('names what is served where, and warns of the key that it has made itself where it shows it, and never again', async () => {
      const env = { QUERN_PORT: '0', QUERN_KEYS_FILE: 'first/keys.yaml' };
      const run = async (more: Record<string, string> = {}) => {
        const child = start(['serve'], { ...env, ...more });
        const ended = outcome(child);
        const streams = [child.stdout, child.stderr];
        await new Promise<void>((resolve, reject) => {
          for (const stream of streams) {
            stream?.on('data', (chunk: Buffer) => {
              if (/listening on|Quern is/.test(String(chunk))) resolve();
            });
          }
          child.once('exit', () => {
            reject(new Error('ended early'));
          });
        });
        child.kill('SIGTERM');
        return ended;
      };
      const told = [
        /^Quern is listening on http:\/\/127\.0\.0\.1:\d+$/m,
        /^ {2}engine {5}duckdb$/m,
        /^ {2}data {7}data$/m,
        /^ {2}endpoints {2}3, from endpoints$/m,
        /^ {2}keys {7}first\/keys\.yaml$/m,
      ];
      const first = await run();
      for (const line of told) expect(first.out).toMatch(line);
      // The key is behind the #, which browsers send to nobody.
      expect(first.out).toMatch(/^ {2}console {4}http:\/\/127\.0\.0\.1:\d+\/console#key=quern_[\w-]+$/m);
      expect(first.out).toContain('It may do everything and never expires.');
      const second = await run();
      for (const line of told) expect(second.out).toMatch(line);
      expect(`${second.out}${second.err}`).not.toMatch(/never expire|may do everything|WARN|key=/);
      expect(second.out).toMatch(/^ {2}console {4}http:\/\/127\.0\.0\.1:\d+\/console$/m);
      const warning = "data:text/javascript,process.once('SIGTERM',()=>process.emitWarning('odd'))";
      const third = await run({ QUERN_LOG_FORMAT: 'json', NODE_OPTIONS: `--import=${warning}` });
      expect(third.out).toBe('');
      const lines = third.err
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines).toContainEqual(
        expect.objectContaining({ level: 'warn', context: 'Node', msg: expect.stringMatching(/: odd$/) as string }),
      );
      expect(lines.filter(({ context }) => context === 'Start')).toMatchObject([
        { engine: 'duckdb', data: 'data', endpoints: 3, endpoints_folder: 'endpoints', keys_file: 'first/keys.yaml' },
      ]);
    });

    it('makes no key when it cannot start', async () => {
      const keys = { QUERN_KEYS_FILE: 'unmade/keys.yaml' };
      expect((await quern(['serve'], { ...keys, QUERN_ENDPOINTS: 'broken' })).status).toBe(1);
      await expect(stat(join(folder, 'unmade'))).rejects.toThrow('ENOENT');
    });

    it('does not start on broken endpoint files', async () => {
      const { status, out, err } = await quern(['serve'], { QUERN_ENDPOINTS: 'broken', QUERN_PORT: '0' });
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain('2 errors in 2 files');
    });
  });
});

/** The packages that are loaded with a built module: its own imports and theirs, but no later ones. */
async function packagesBehind(root: string, file: string, seen = new Set<string>()): Promise<Set<string>> {
  const packages = new Set<string>();
  const path = join(root, file);
  if (seen.has(path)) return packages;
  seen.add(path);
  for (const [, target = ''] of (await readFile(path, 'utf8')).matchAll(
    /^(?:import|export) (?:[^'=();]* from )?'([^']+)';/gm,
  )) {
    if (target.startsWith('.')) {
      for (const each of await packagesBehind(root, relative(root, join(dirname(path), target)), seen))
        packages.add(each);
    } else if (!target.startsWith('node:')) {
      packages.add(target);
    }
  }
  return packages;
}
