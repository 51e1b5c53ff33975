import { readdir } from 'node:fs/promises';
import { getWithoutKey as get } from '../support/http/get-without-key.js';
import { startService, type TestService } from '../support/service.js';

const CSP = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'",
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
].join('; ');

describe('the console', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await service.close();
  });

  const assetsOf = (page: string) => [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);

  it('is where / leads, without a key', async () => {
    const root = await get(service.base, '/');
    expect([root.status, root.headers.location]).toEqual([302, 'console']);
    const slash = await get(service.base, '/console/');
    expect([slash.status, slash.headers.location]).toEqual([302, '../console']);
    const page = await get(service.base, '/console');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('is asked for again each time, and has files that never are, since their names have their hash', async () => {
    const page = await get(service.base, '/console');
    expect(page.headers['cache-control']).toBe('no-cache');
    const { etag = '' } = page.headers;
    expect((await get(service.base, '/console', { 'If-None-Match': etag })).status).toBe(304);
    const assets = assetsOf(page.body);
    expect(assets.map((asset) => asset.replace(/-[0-9A-Z]{8}\./, '-*.'))).toEqual([
      'console/icon-*.svg',
      'console/main-*.css',
      'console/main-*.js',
    ]);
    for (const asset of assets) {
      const { status, headers } = await get(service.base, `/${asset}`);
      expect([status, headers['cache-control']]).toEqual([200, 'max-age=31536000, immutable']);
    }
  });

  it('may load what is its own, ask this service, be framed by nobody and make markup of no text', async () => {
    const page = await get(service.base, '/console');
    for (const path of ['/console', ...assetsOf(page.body).map((asset) => `/${asset}`)]) {
      expect((await get(service.base, path)).headers).toMatchObject({
        'content-security-policy': CSP,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('has no script or style in its text, no data, and nothing of another host', async () => {
    const { body } = await get(service.base, '/console');
    expect(body).not.toMatch(/<script(?![^>]* src="console\/)|<style|\sstyle=|\son\w+=/i);
    expect(assetsOf(body).filter((url) => !url.startsWith('console/'))).toEqual([]);
    expect(body).not.toContain('usage.api-counts');
  });

  it('is sent coded to whoever takes that', async () => {
    const [, , script = ''] = assetsOf((await get(service.base, '/console')).body);
    const plain = await get(service.base, `/${script}`);
    for (const coding of ['br', 'gzip']) {
      const { headers } = await get(service.base, `/${script}`, { 'Accept-Encoding': coding });
      expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
      expect(Number(headers['content-length'])).toBeLessThan(plain.body.length / 2);
    }
  });

  it('is 120 kB, compressed, without the editor, which comes when it is needed', async () => {
    const { body } = await get(service.base, '/console');
    const sizeOf = async (asset: string) =>
      Number((await get(service.base, `/${asset}`, { 'Accept-Encoding': 'gzip' })).headers['content-length']);
    const files = (await readdir('dist/console')).filter((file) => /^(?!code-editor-).*\.(?:js|css)$/.test(file));
    const sizes = await Promise.all(files.map(async (file) => sizeOf(`console/${file}`)));
    expect(sizes.length).toBeGreaterThanOrEqual(assetsOf(body).length - 1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000);
  });

  it('can be read, and nothing else', async () => {
    for (const path of ['/', '/console', '/console/main.js']) {
      const { status, headers } = await get(service.base, path, {}, 'POST');
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    }
    const head = await get(service.base, '/console', {}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it.each(['/console/index.html', '/console/nothing.js', '/console/..%2f..%2fpackage.json', '/console/%2e%2e/main.js'])(
    'has nothing at %s',
    async (path) => {
      const { status, body } = await get(service.base, path);
      expect(status).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ code: 'route_not_found' });
    },
  );
});
