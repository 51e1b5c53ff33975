import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { patternOf, stepsOf } from '../support/docs/tutorial-steps.js';
import { eventually } from '../support/eventually.js';

/** As on a terminal, where both outputs are one. */
const FUNCTION = `exec 2>&1; quern() { node '${resolve('dist/main.cjs')}' "$@"; }\n`;

describe('the tutorial', () => {
  let folder: string;
  let server: ChildProcess | undefined;
  let base = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-tutorial-'));
  });

  afterAll(async () => {
    if (server?.kill()) await once(server, 'exit');
    await rm(folder, { recursive: true });
  });

  const spawned = (commands: string) =>
    spawn('bash', ['-c', FUNCTION + commands.replaceAll('http://127.0.0.1:3000', base)], {
      cwd: folder,
      env: { PATH: process.env.PATH, QUERN_DATA: 'data', QUERN_PORT: '0' },
      detached: true,
    });

  /** What a block prints; its status is that of its last command, and the page has some that are to fail. */
  const run = async (commands: string): Promise<string> => {
    const child = spawned(commands);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    if (status !== 0) throw new Error(`${commands}\nended with ${status}: ${text}`);
    return text.replaceAll('\r', '');
  };

  const serve = async (commands: string): Promise<void> => {
    // Without a function in between, so that the signal at the end reaches the service.
    const [, env = ''] = /^(\S+=\S+) quern serve$/m.exec(commands) ?? [];
    const [name = '', value = ''] = env.split('=');
    server = spawn(process.execPath, [resolve('dist/main.cjs'), 'serve'], {
      cwd: folder,
      env: { PATH: process.env.PATH, QUERN_DATA: 'data', QUERN_PORT: '0', [name]: value },
    });
    for await (const chunk of server.stdout ?? []) {
      const [url] = /http:\/\/\S+/.exec(String(chunk)) ?? [];
      if (url === undefined) continue;
      base = url;
      return;
    }
    throw new Error('the service has ended');
  };

  /** The page gives the service a second to see the change; how long it may take is for other tests. */
  const isCached = async (): Promise<boolean> => {
    const headers = { 'x-api-key': 'a-token-for-this-tutorial' };
    const answer = await fetch(`${base}/api/endpoints/orders.by-country`, { headers });
    return JSON.stringify(await answer.json()).includes('"caching":300');
  };

  it('works as it stands, step by step', async () => {
    const steps = stepsOf(await readFile('docs/tutorial/first-endpoint.md', 'utf8'));
    expect(steps.length).toBeGreaterThan(8);
    for (const { line, commands, output } of steps) {
      if (commands.includes('quern serve')) {
        await serve(commands);
        continue;
      }
      const [before = '', after] = commands.split('sleep 1\n');
      let printed = await run(before);
      if (after !== undefined) {
        await eventually(isCached);
        printed = await run(after);
      }
      if (output === undefined) continue;
      const as = expect.stringMatching(patternOf(output)) as string;
      expect({ line, printed: printed.trim() }).toEqual({ line, printed: as });
    }
  });
});
