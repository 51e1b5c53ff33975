import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploymentTools } from '../support/deployment/tools.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/free-port.js';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';

const CLIENTS = 4;
const CALLS_AFTERWARDS = 50;

/** What docs/how-to/reverse-proxy.md says for several replicas, by the name of the program. */
async function snippet(program: string, ports: readonly string[]): Promise<string> {
  const page = await readFile('docs/how-to/reverse-proxy.md', 'utf8');
  const [, text = ''] = new RegExp(`\`\`\`${program}\\n([^]*?)\`\`\``).exec(page) ?? [];
  expect(text).toContain('10.0.0.2:3000');
  return text.replace('10.0.0.1:3000', `127.0.0.1:${ports[0]}`).replace('10.0.0.2:3000', `127.0.0.1:${ports[1]}`);
}

describe.each(['nginx', 'caddy'])('two replicas behind %s', (program) => {
  let folder: string;
  let replicas: readonly QuernProcess[];
  let proxy: ChildProcess;
  let base: string;

  const started = async (ports: readonly string[]) => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const text = await snippet(program, ports);
    if (program === 'caddy') {
      await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n:${port} {\n\tbind 127.0.0.1\n${text}}\n`);
      const env = { PATH: process.env.PATH, HOME: folder };
      return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { env });
    }
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
    const server = `server { listen 127.0.0.1:${port}; location / {
      proxy_pass http://quern; proxy_http_version 1.1; proxy_set_header Connection ''; } }`;
    const http = `${temporary}\naccess_log off;\n${text}\n${server}`;
    const main = `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {} http { ${http} }`;
    await writeFile(join(folder, 'nginx.conf'), main);
    return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
  };
  const status = async () => {
    const response = await fetch(`${base}/api/endpoints/query/fresh`, { headers: { 'x-api-key': TOKEN } });
    await response.arrayBuffer();
    return response.status;
  };
  const answered = (replica: QuernProcess) => replica.printed().split('[Answer]').length - 1;

  beforeAll(async () => {
    deploymentTools();
    folder = await mkdtemp(join(tmpdir(), 'quern-draining-'));
    for (const name of ['data', 'endpoints']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'endpoints/fresh.yaml'), endpointFile({ name: 'fresh', query: 'SELECT 1 AS one' }));
    const env = { QUERN_DATA: 'data', QUERN_TRUST_PROXY: '1', QUERN_ACCESS_LOG: 'all' };
    replicas = [startQuern({ folder, env }), startQuern({ folder, env })];
    const bases = await Promise.all(replicas.map(async (replica) => replica.listening()));
    proxy = await started(bases.map((each) => new URL(each).port));
    await eventually(async () =>
      status().then(
        (each) => each === 200,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    for (const child of [proxy, ...replicas.map((replica) => replica.child)]) {
      if (child.exitCode !== null) continue;
      const closed = once(child, 'close');
      // nginx ends its workers at SIGTERM; Caddy waits for connections that are kept open.
      child.kill(program === 'caddy' ? 'SIGKILL' : 'SIGTERM');
      await closed;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('lose no call when one of them is taken out', async () => {
    const [leaving, staying] = replicas;
    if (!leaving || !staying) throw new Error('there are two');
    const statuses: number[] = [];
    let after = 0;
    let hasEnded = false;
    void leaving.ended.then(() => (hasEnded = true));
    const client = async () => {
      while (after < CALLS_AFTERWARDS && !statuses.some((each) => each !== 200)) {
        statuses.push(await status().catch(() => 0));
        if (hasEnded) after += 1;
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    await eventually(() => Math.min(answered(leaving), answered(staying)) > 10);
    leaving.child.kill('SIGTERM');
    await clients;
    expect(await leaving.ended).toMatchObject({ status: 0 });
    expect(statuses.length).toBeGreaterThan(CALLS_AFTERWARDS + 20);
    expect(statuses.filter((each) => each !== 200)).toEqual([]);
  });
});
