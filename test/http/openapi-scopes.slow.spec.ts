import { hashToken } from '../../src/access/token.js';
import { Chance } from '../support/hostile/chance.js';
import { endpointFile } from '../support/endpoint-file.js';
import { part } from '../support/part.js';
import { startService } from '../support/service.js';

const GROUPS = ['usage', 'logs', 'orders'];
const VALUES = ['a', 'b'];

interface RandomEndpoint {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** Nothing else has this word: it is in the name, the descriptions, the parameters and the columns. */
  readonly word: string;
}

interface RandomKey {
  readonly token: string;
  readonly entry: object;
  readonly bind: Readonly<Record<string, string>>;
}

function randomEndpoint(chance: Chance, index: number): RandomEndpoint {
  const word = `w${index}x`;
  const id = `${String(index).padStart(8, '0')}-0000-4000-8000-00000000000a`;
  const name = `${chance.pick(GROUPS)}.${word}`;
  const tenant = chance.oneIn(2) && { tenant: { type: 'string', ...(chance.oneIn(3) && { enum: ['a'] }) } };
  const parameters = { [`p_${word}`]: { type: 'integer', description: `Of ${word}.` }, ...tenant };
  const used = Object.keys(parameters).map((each) => `@${each} AS ${each}`);
  const file = endpointFile({
    id,
    name,
    description: `About ${word}.`,
    parameters,
    ...(tenant && chance.oneIn(2) && { bound: ['tenant'] }),
    query: `SELECT 1 AS c_${word}, ${used.join(', ')}`,
  });
  return { id, name, file, word };
}

function randomKey(chance: Chance, index: number, endpoints: readonly RandomEndpoint[]): RandomKey {
  const token = `token-number-${index}-of-many`;
  const scope = () =>
    chance.pick([
      `${chance.pick(GROUPS)}.*`,
      '*',
      chance.pick(endpoints).name,
      chance.pick(endpoints).id,
      `*${index}x`,
      'admin',
    ]);
  const scopes = [...new Set([scope(), ...chance.some(3, [0, 1, 2]).map(scope)])];
  const bind: Record<string, string> = chance.oneIn(2) ? { tenant: chance.pick(VALUES) } : {};
  return { token, bind, entry: { id: `key-${index}`, sha256: hashToken(token), scopes, bind } };
}

/** Fixed seeds: each has endpoints and keys of its own. */
const SEEDS = Array.from({ length: part(12, 2) }, (_, index) => index + 1);

describe('OpenAPI documents of random keys over random endpoints', () => {
  it.each(SEEDS)('have what each key may call, and no word of what others may (seed %i)', async (seed) => {
    const chance = new Chance(seed);
    const endpoints = Array.from({ length: 14 }, (_, index) => randomEndpoint(chance, index));
    const keys = Array.from({ length: 10 }, (_, index) => randomKey(chance, index, endpoints));
    const service = await startService({
      endpoints: Object.fromEntries(endpoints.map(({ word, file }) => [`${word}.yaml`, file])),
      keys: JSON.stringify({ keys: keys.map(({ entry }) => entry) }),
    });
    try {
      const texts = new Set<string>();
      for (const { token, bind } of keys) {
        const headers = { 'x-api-key': token };
        const text = await (await service.get('/api/openapi.json', headers)).text();
        texts.add(text);
        if ('tenant' in bind) expect(text).not.toContain('"name": "tenant"');
        for (const { name, id, word } of endpoints) {
          const { status } = await service.get(`/api/endpoints/query/${name}`, headers);
          expect([200, 403, 404]).toContain(status);
          expect([name, text.includes(`"/api/endpoints/query/${name}"`)]).toEqual([name, status === 200]);
          if (status !== 200) expect(text).not.toMatch(new RegExp(`${word}|${id}`));
        }
      }
      expect(texts.size).toBeGreaterThan(5);
    } finally {
      await service.close();
    }
  });
});
