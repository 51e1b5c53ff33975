import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { residentBytes } from '../support/processes/resident-bytes.js';

const ENDPOINTS = 10_000;
const RIGHTS = 200;
const AT_ONCE = 50;
const MAX_GROWTH = 300e6;
const SAMPLE_MS = 10;

const tokenOf = (index: number) => `token-of-the-key-number-${index}`;

function endpointText(index: number): string {
  return `id: 00000000-0000-4000-8000-${String(index).padStart(12, '0')}
name: shop.orders-${index}
description: Orders of the shop with the number ${index}.
parameters:
  most: { type: integer, required: true }
caching: 60
query: SELECT @most AS most, CURRENT_TIMESTAMP() AS seen, ${index} AS n
`;
}

describe('ten thousand endpoints', () => {
  let folder: string;
  let quern: QuernProcess;
  let base: string;

  const ask = async (path: string, key: number) => {
    const response = await fetch(`${base}${path}`, {
      headers: { 'x-api-key': tokenOf(key), 'accept-encoding': 'identity' },
    });
    expect(response.status).toBe(200);
    return response;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-many-'));
    for (const name of ['endpoints', 'data']) await mkdir(join(folder, name));
    for (let index = 0; index < ENDPOINTS; index += 1)
      await writeFile(join(folder, 'endpoints', `${index}.yaml`), endpointText(index));
    const keys = Array.from({ length: RIGHTS }, (_, index) => ({
      id: `k${index}`,
      sha256: hashToken(tokenOf(index)),
      // No two may call the same, as far as the service knows.
      scopes: ['*', `other.k${index}`],
    }));
    await writeFile(join(folder, 'keys.yaml'), JSON.stringify({ keys }));
    quern = startQuern({
      folder,
      env: {
        QUERN_ENDPOINTS: 'endpoints',
        QUERN_DATA: 'data',
        QUERN_KEYS_FILE: 'keys.yaml',
        QUERN_API_KEY: '',
        QUERN_ACCESS_LOG: 'off',
      },
    });
    base = await quern.listening();
  }, 300_000);
  afterAll(async () => {
    quern.child.kill('SIGTERM');
    await quern.ended;
    await rm(folder, { recursive: true });
  });

  it.each(['/api/openapi.json', '/api/endpoints'])(
    'are told of by %s with bounded memory, however many sets of rights ask at once',
    async (path) => {
      const before = residentBytes(quern.child.pid);
      let most = before;
      const sampling = setInterval(() => (most = Math.max(most, residentBytes(quern.child.pid))), SAMPLE_MS);
      let next = 0;
      const askAll = async () => {
        while (next < RIGHTS) {
          next += 1;
          expect((await (await ask(path, next - 1)).arrayBuffer()).byteLength).toBeGreaterThan(4_000_000);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, askAll));
      clearInterval(sampling);
      expect(next).toBe(RIGHTS);
      expect(most - before).toBeLessThan(MAX_GROWTH);
    },
    600_000,
  );

  it.each([
    ['/api/openapi.json', /"\/api\/endpoints\/query\/([^"]*)":/g],
    ['/api/endpoints', /"name":"(shop[^"]*)"/g],
  ])(
    'are all told of by the parts of %s, each of them once',
    async (path, name) => {
      const names: string[] = [];
      for (let query: string | undefined = '?name=shop.'; query !== undefined;) {
        const part = await ask(`${path}${query}`, 0);
        names.push(...Array.from((await part.text()).matchAll(name), ([, found = '']) => found));
        query = /^<(\?[^>]*)>; rel="next"$/.exec(part.headers.get('link') ?? '')?.[1];
      }
      expect(names).toHaveLength(ENDPOINTS);
      expect(new Set(names).size).toBe(ENDPOINTS);
    },
    300_000,
  );
});
