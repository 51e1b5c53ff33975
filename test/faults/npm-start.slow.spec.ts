import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/free-port.js';
import { TOKEN } from '../support/service.js';

/** The built program as npm starts it: npm, a shell, and Node. */
describe('npm start', () => {
  let folder: string;
  let port: number;
  let npm: ChildProcess;
  let printed: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-npm-'));
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'endpoints'));
    // A second or so, on a machine that does nothing else.
    const query = `SELECT COUNTIF(MOD(a * b, 7) = 3) AS n
      FROM UNNEST(GENERATE_ARRAY(1, 20000)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 5000)) AS b`;
    await writeFile(join(folder, 'endpoints/lasting.yaml'), endpointFile({ name: 'lasting', query }));
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const start = async (args: readonly string[]) => {
    port = await freePort();
    printed = '';
    // A process group of its own, as a terminal gives to what it starts. Without the build, which `npm test` has made already.
    npm = spawn('npm', [...args], {
      detached: true,
      cwd: resolve('.'),
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        npm_config_ignore_scripts: 'true',
        QUERN_PORT: String(port),
        QUERN_API_KEY: TOKEN,
        QUERN_DATA: join(folder, 'data'),
        QUERN_ENDPOINTS: join(folder, 'endpoints'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    }
    await eventually(() => {
      if (npm.exitCode !== null) throw new Error(`it has ended: ${printed}`);
      return printed.includes('listening on');
    });
  };
  const isPortFree = async (): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1');
    return once(socket, 'connect').then(
      () => (socket.destroy(), false),
      () => true,
    );
  };
  const pid = () => npm.pid ?? NaN;

  afterEach(() => {
    try {
      process.kill(-pid(), 'SIGKILL');
    } catch {
      // All of the group have ended, as they should.
    }
  });

  it.each([
    ['npm start', ['start']],
    ['npm run quern -- serve', ['run', 'quern', '--', 'serve']],
  ])('%s hands SIGTERM on: the service has ended, its port is free, when npm has', async (_, args) => {
    await start(args);
    expect(await isPortFree()).toBe(false);
    const ended = once(npm, 'exit');
    process.kill(pid(), 'SIGTERM');
    await ended;
    expect(await isPortFree()).toBe(true);
    // Nobody is left of the group.
    expect(() => process.kill(-pid(), 0)).toThrow('ESRCH');
  });

  it('finishes what runs at Ctrl-C, which the terminal sends to all of them, and npm once more', async () => {
    await start(['start']);
    const headers = { 'x-api-key': TOKEN };
    const url = `http://127.0.0.1:${port}/api/endpoints`;
    const answer = fetch(`${url}/query/lasting`, { headers });
    await eventually(async () => {
      const listing = (await (await fetch(`${url}/lasting`, { headers })).json()) as {
        result: { runs: { misses: number } };
      };
      return listing.result.runs.misses === 1;
    });
    const ended = once(npm, 'exit');
    process.kill(-pid(), 'SIGINT');
    expect((await answer).status).toBe(200);
    await ended;
    expect(await isPortFree()).toBe(true);
  });
});
