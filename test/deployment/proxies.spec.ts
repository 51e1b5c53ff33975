import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { deploymentTools } from '../support/deployment/tools.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/free-port.js';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ENDPOINTS = {
  'kept.yaml': endpointFile({
    name: 'kept',
    parameters: { text: { type: 'string', default: 'a' } },
    caching: 900,
    query: 'SELECT @text AS text, REPEAT("-", 4000) AS line',
  }),
};
const OTHER = 'a-token-of-a-key-that-may-call-nothing';

/** The text of a configuration that ships, with other words at some of its places. @throws Error where a place is not there */
async function configuration(file: string, others: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(file, 'utf8');
  for (const [place, other] of Object.entries(others)) {
    if (!text.includes(place)) throw new Error(`${file} has no ${place}`);
    text = text.replaceAll(place, other);
  }
  return text;
}

describe.each(['nginx', 'caddy'])('behind %s', (program) => {
  let folder: string;
  let quern: QuernProcess;
  let proxy: ChildProcess;
  const children: ChildProcess[] = [];
  let port: number;

  const started = async (quernPort: string) => {
    port = await freePort();
    const files = { pem: join(folder, 'quern.pem'), key: join(folder, 'quern.key'), log: join(folder, 'quern.log') };
    const subject = ['-subj', '/CN=quern.example', '-addext', 'subjectAltName=DNS:quern.example'];
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', files.key, '-out', files.pem];
    expect(spawnSync('openssl', ['req', ...made, ...subject]).status).toBe(0);
    if (program === 'caddy') {
      const text = await configuration('ops/proxy/Caddyfile', {
        'quern.example {': `https://quern.example:${port} {\n\tbind 127.0.0.1\n\ttls ${files.pem} ${files.key}`,
        '127.0.0.1:3000': `127.0.0.1:${quernPort}`,
        '/var/log/caddy/quern.log': files.log,
      });
      await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
      const env = { PATH: process.env.PATH, HOME: folder };
      return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { env });
    }
    const text = await configuration('ops/proxy/nginx.conf', {
      'listen 443': `listen 127.0.0.1:${port}`,
      '127.0.0.1:3000': `127.0.0.1:${quernPort}`,
      '/etc/ssl/quern.example.pem': files.pem,
      '/etc/ssl/private/quern.example.key': files.key,
      '/var/log/nginx/quern.log': files.log,
    });
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {} http { ${temporary}\n${text} }`,
    );
    return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
  };

  const call = async (path: string, { method = 'GET', headers = {}, body }: Request = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = { 'x-api-key': TOKEN, host: `quern.example:${port}`, ...headers };
      const options = { host: '127.0.0.1', port, path, method, headers: sent, rejectUnauthorized: false };
      const asked = request({ ...options, servername: 'quern.example' }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode, headers: response.headers, text });
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });

  beforeAll(async () => {
    deploymentTools();
    folder = await mkdtemp(join(tmpdir(), 'quern-proxy-'));
    for (const name of ['data', 'endpoints']) await mkdir(join(folder, name));
    for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
    const keys = [{ id: 'other', scopes: ['nothing'], sha256: hashToken(OTHER) }];
    await writeFile(join(folder, 'keys.yaml'), JSON.stringify({ keys }), { mode: 0o600 });
    const env = { QUERN_DATA: 'data', QUERN_TRUST_PROXY: '1', QUERN_ACCESS_LOG: 'all', QUERN_KEYS_FILE: 'keys.yaml' };
    quern = startQuern({ folder, env });
    children.push(quern.child);
    proxy = await started(new URL(await quern.listening()).port);
    children.unshift(proxy);
    let written = '';
    proxy.stderr?.on('data', (text: Buffer) => (written += String(text)));
    await eventually(async () => {
      if (proxy.exitCode !== null) throw new Error(written);
      return call('/livez').then(
        ({ status }) => status === 200,
        () => false,
      );
    });
  });
  afterAll(async () => {
    for (const child of children) {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('answers over TLS, with what Quern says of its answer, compressed by Quern', async () => {
    const answer = await call('/api/endpoints/query/kept?text=b', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': expect.any(String) as string });
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
    const headers = { 'if-none-match': answer.headers.etag ?? '', 'accept-encoding': 'gzip' };
    expect(await call('/api/endpoints/query/kept?text=b', { headers })).toMatchObject({ status: 304 });
  });

  it('keeps no answer for another key', async () => {
    expect(await call('/api/endpoints/query/kept?text=c')).toMatchObject({ status: 200 });
    expect(await call('/api/endpoints/query/kept?text=c', { headers: { 'x-api-key': OTHER } })).toMatchObject({
      status: 404,
    });
  });

  it('passes long URLs, and lets Quern refuse those that are too long', async () => {
    const url = (length: number) => `/api/endpoints/query/kept?text=${'x'.repeat(length)}`;
    expect(await call(url(15_000))).toMatchObject({ status: 200 });
    const refused = await call(url(20_000));
    expect(refused.status).toBe(414);
    expect(refused.text).toContain('uri_too_long');
  });

  it('passes QUERY and POST with their bodies', async () => {
    for (const method of ['POST', 'QUERY']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await call('/api/endpoints/query/kept', { method, headers, body: '{"text":"from the body"}' });
      expect(answer.text).toContain('from the body');
    }
  });

  it('tells Quern the address of its client, whatever that says of itself', async () => {
    await call('/api/endpoints/query/kept?text=forged', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await eventually(() => quern.printed().includes('address=127.0.0.1'));
    expect(quern.printed()).not.toContain('203.0.113.9');
  });

  it('lets nobody from outside ask for metrics, and keeps parameters out of its own log', async () => {
    expect(await call('/metrics')).toMatchObject({ status: 403 });
    const log = async () => readFile(join(folder, 'quern.log'), 'utf8').catch(() => '');
    await call('/api/endpoints/query/kept?text=canary');
    await eventually(async () => (await log()).split('\n').length > 8);
    expect(await log()).not.toMatch(/canary|text=|test-token/);
  });
});
