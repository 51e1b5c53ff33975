import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';

const NODES = execFileSync(resolve('.ci/install-nodes'), { encoding: 'utf8' }).trim().split('\n');
const versions = NODES.map((path) => [/nodes\/([\d.]+)\//.exec(path)?.[1] ?? '', path] as const);
const canShare = (version: string) => Number(version.split('.')[0]) >= 22;

/** More than a system would ever give to one of two by chance. */
const CONNECTIONS = 40;

describe('two replicas on one port', () => {
  let folder: string;
  let started: QuernProcess[] = [];

  const start = (node: string, env: Readonly<Record<string, string>>) => {
    const common = { QUERN_REUSE_PORT: 'on', QUERN_SHUTDOWN_GRACE: '60' };
    // Callers are told of the limit, by which these tests tell processes apart.
    const mark = { QUERN_RATE_LIMIT: `${1000 + started.length}/1s` };
    const quern = startQuern({ folder, node, env: { ...common, ...mark, ...env } });
    started.push(quern);
    return quern;
  };
  /** Two that listen, the second where the first found a free port. */
  const startTwo = async (node: string) => {
    const first = start(node, {});
    const base = await first.listening();
    const second = start(node, { QUERN_PORT: new URL(base).port });
    expect(await second.listening()).toBe(base);
    return { base, first, second };
  };
  const call = async (base: string, path = 'counts') =>
    fetch(`${base}/api/endpoints/query/${path}`, { headers: { 'X-API-KEY': TOKEN, connection: 'close' } });
  /** The processes that have answered so many calls, each on a connection of its own, by their limits. */
  const answering = async (base: string) => {
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, async () => call(base)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    return new Set(answers.map(({ headers }) => headers.get('ratelimit-policy') ?? ''));
  };
  const end = async ({ child, ended }: QuernProcess, signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    await mkdir(join(folder, 'endpoints'));
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'endpoints/counts.yaml'), endpointFile({ name: 'counts', query: 'SELECT 1 AS n' }));
  });
  afterEach(async () => {
    for (const quern of started) if (quern.child.exitCode === null) await end(quern, 'SIGKILL');
    started = [];
  });
  afterAll(async () => rm(folder, { recursive: true }));

  describe.each(versions.filter(([version]) => canShare(version)))('on Node %s', (_, node) => {
    it('are both given connections, and one alone gets all when the other has ended, in order or not', async () => {
      const { base, first, second } = await startTwo(node);
      expect((await answering(base)).size).toBe(2);
      expect(await end(first, 'SIGTERM')).toMatchObject({ status: 0 });
      const left = await answering(base);
      expect(left.size).toBe(1);
      const third = start(node, { QUERN_PORT: new URL(base).port });
      await third.listening();
      expect((await answering(base)).size).toBe(2);
      await end(second, 'SIGKILL');
      const [last = ''] = await answering(base);
      expect(left.has(last)).toBe(false);
    });

    it('have no room for one that does not share, nor for one beside it', async () => {
      const sharing = start(node, {});
      const base = await sharing.listening();
      const port = new URL(base).port;
      const other = start(node, { QUERN_PORT: port, QUERN_REUSE_PORT: 'off' });
      expect(await other.ended).toMatchObject({ status: 1 });
      expect(other.printed()).toContain(`port ${port} of 127.0.0.1 is taken; set QUERN_PORT to another`);
      await end(sharing, 'SIGTERM');
      const alone = start(node, { QUERN_PORT: port, QUERN_REUSE_PORT: 'off' });
      await alone.listening();
      const late = start(node, { QUERN_PORT: port });
      expect(await late.ended).toMatchObject({ status: 1 });
      expect(late.printed()).toContain(`port ${port} of 127.0.0.1 is taken by a process that does not share it`);
      expect((await call(base)).status).toBe(200);
    });
  });

  describe.each(versions.filter(([version]) => !canShare(version)))('on Node %s', (version, node) => {
    it('are refused before anything is made', async () => {
      const quern = start(node, { QUERN_API_KEY: '' });
      expect(await quern.ended).toMatchObject({ status: 1 });
      expect(quern.printed()).toBe(
        `quern: QUERN_REUSE_PORT=on takes Node 22.12 or later, and this is ${version}; give each replica a QUERN_PORT of its own and put a proxy in front\n`,
      );
    });
  });
});
