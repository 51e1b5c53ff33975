import { execFileSync } from 'node:child_process';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { OperatorServer } from '../../src/http/operator/operator-server.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { InstalledQuern } from '../support/processes/installed-quern.js';
import { startService, type TestService } from '../support/service.js';

const ONE = { 'one.yaml': endpointFile({ name: 'one', query: 'SELECT 1 AS x' }) };

describe('quern health', () => {
  let installed: InstalledQuern;
  let service: TestService | undefined;
  let server: Server | undefined;

  const serve = async (answer: RequestListener): Promise<string> => {
    server = createPlainServer(answer);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  beforeAll(async () => {
    installed = await InstalledQuern.open();
  });

  afterEach(async () => {
    await service?.close();
    server?.closeAllConnections();
    server?.close();
    service = undefined;
    server = undefined;
  });

  afterAll(async () => installed.close());

  it('says that a service is ok, by itself at the address of its settings', async () => {
    service = await startService({ endpoints: ONE });
    const line = `ok: ${service.base}/readyz\n`;
    expect(await installed.here(['health', service.base])).toEqual({ status: 0, out: line, err: '' });
    const { port } = new URL(service.base);
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      expect(await installed.run(['health'], { QUERN_HOST: host, QUERN_PORT: port })).toEqual({
        status: 0,
        out: line,
        err: '',
      });
    }
  });

  it('asks the port for operators where there is one', async () => {
    service = await startService({ endpoints: ONE, env: { QUERN_METRICS_PORT: '0' } });
    const port = String(service.app.get(OperatorServer).address?.port);
    expect(await installed.run(['health'], { QUERN_METRICS_PORT: port })).toEqual({
      status: 0,
      out: `ok: http://127.0.0.1:${port}/readyz\n`,
      err: '',
    });
  });

  it('says what a degraded service lacks, with status 0', async () => {
    service = await startService({ endpoints: ONE });
    const { base } = service;
    await service.writeEndpoint('two.yaml', 'id: [');
    let answer = await installed.here(['health', base]);
    while (answer.out.startsWith('ok')) answer = await installed.here(['health', base]);
    expect(answer).toEqual({
      status: 0,
      out: `degraded: ${base}/readyz files: 1 endpoint can be called; 1 file with errors. generation: Some endpoint files are not served as they are.\n`,
      err: '',
    });
  });

  it('says what keeps a service down, with status 1', async () => {
    service = await startService({ endpoints: {} });
    expect(await installed.here(['health', service.base])).toEqual({
      status: 1,
      out: '',
      err: `down: ${service.base}/readyz files: There is no endpoint that could be called.\n`,
    });
    // It is alive all the same.
    const alive = await installed.here(['health', `${service.base}/livez`]);
    expect(alive).toEqual({ status: 0, out: `ok: ${service.base}/livez\n`, err: '' });
  });

  it('says that nothing listens', async () => {
    const base = await serve(() => undefined);
    server?.close();
    const { status, out, err } = await installed.here(['health', base]);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toBe(`no answer: ${base}/readyz: ECONNREFUSED\n`);
  });

  it('waits no longer than it is told to', async () => {
    const base = await serve(() => undefined);
    expect(await installed.here(['health', base, '--timeout', '0.1'])).toEqual({
      status: 1,
      out: '',
      err: `no answer: ${base}/readyz: nothing came within 0.1 s\n`,
    });
  });

  it('waits as little for the end of an answer that has begun', async () => {
    const base = await serve((_, response) => response.write('{"status":'));
    const { status, err } = await installed.here(['health', base, '-t', '0.1']);
    expect({ status, err }).toEqual({ status: 1, err: `no answer: ${base}/readyz: nothing came within 0.1 s\n` });
  });

  it.each<[string, number, string, Record<string, string>]>([
    ['a page', 200, '<html>', {}],
    ['other JSON', 200, '{"status":"UP"}', {}],
    ['no object', 200, 'null', {}],
    ['another place', 302, '', { location: '/readyz' }],
    ['more than any service says', 200, `{"status":"ok","x":"${'x'.repeat(100_000)}"}`, {}],
  ])('takes %s for no answer of Quern', async (_, status, body, headers) => {
    const base = await serve((__, response) => response.writeHead(status, headers).end(body));
    expect(await installed.here(['health', base])).toEqual({
      status: 1,
      out: '',
      err: `no answer of Quern: ${base}/readyz answers ${status}\n`,
    });
  });

  it('is one line, whatever answers', async () => {
    const checks = { engine: { status: 'down', detail: `a\nb\u001b[31m${'c'.repeat(1000)}` } };
    const base = await serve((_, response) => response.end(JSON.stringify({ status: 'degraded', checks })));
    const { status, out } = await installed.here(['health', base]);
    expect(status).toBe(0);
    expect(out).toMatch(/^degraded: \S+ engine: a\ufffdb\ufffd\[31mc{100,200}\n$/);
  });

  it('works over TLS, for a certificate that is trusted', async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((file) => join(installed.folder, file));
    execFileSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', key ?? '', '-out', cert ?? ''],
    ]);
    const tls = createTlsServer({ key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') }, (_, response) =>
      response.end('{"status":"ok"}'),
    );
    await once(tls.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
    try {
      const trusted = await installed.run(['health', url], { NODE_EXTRA_CA_CERTS: cert ?? '' });
      expect(trusted).toMatchObject({ status: 0, out: `ok: ${url}/readyz\n` });
      expect(await installed.run(['health', url])).toMatchObject({
        status: 1,
        out: '',
        err: expect.stringContaining('SELF_SIGNED_CERT') as string,
      });
    } finally {
      tls.closeAllConnections();
      tls.close();
    }
  });

  it('cannot know a port that the system chose', async () => {
    const { status, err } = await installed.run(['health'], { QUERN_PORT: '0' });
    expect(status).toBe(1);
    expect(err).toContain('give the URL');
  });

  it.each([
    [['health', 'nonsense'], 'Write it as http://host:port'],
    [['health', 'ftp://localhost'], 'It begins with http:// or https://'],
    [['health', 'http://user:secret@localhost'], 'No key or password belongs into it.'],
    [['health', '--timeout', '0'], 'Write a number of seconds'],
    [['health', '--timeout', 'soon'], 'Write a number of seconds'],
  ])('refuses %j as wrong usage', async (args, message) => {
    const { status, err } = await installed.here(args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});

describe('the image', () => {
  it('asks quern health, as compose does', () => {
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^HEALTHCHECK .*CMD \["quern", "health"\]$/m);
    expect(readFileSync('compose.yaml', 'utf8')).toContain("test: ['CMD', 'quern', 'health']");
  });
});
