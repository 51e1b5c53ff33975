import { hashToken } from '../../src/access/token.js';
import { readDocument } from '../../src/contract/openapi/read-document.js';
import { typesText } from '../../src/contract/types/types-text.js';
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

interface ListedEndpoint {
  readonly name: string;
  readonly parameters: readonly { readonly name: string }[];
}

interface RandomKey {
  readonly token: string;
  readonly entry: object;
  readonly bind: Readonly<Record<string, string>>;
  readonly isAdmin: boolean;
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
  return {
    token,
    bind,
    isAdmin: scopes.includes('admin'),
    entry: { id: `key-${index}`, sha256: hashToken(token), scopes, bind },
  };
}

/** Fixed seeds: each has endpoints and keys of its own. */
const SEEDS = Array.from({ length: part(12, 2) }, (_, index) => index + 1);

describe('what random keys are told of random endpoints by OpenAPI, the listing and types', () => {
  it.each(SEEDS)('is what each key may call, and no word of what others may (seed %i)', async (seed) => {
    const chance = new Chance(seed);
    const endpoints = Array.from({ length: 14 }, (_, index) => randomEndpoint(chance, index));
    const keys = Array.from({ length: 10 }, (_, index) => randomKey(chance, index, endpoints));
    const service = await startService({
      endpoints: Object.fromEntries(endpoints.map(({ word, file }) => [`${word}.yaml`, file])),
      keys: JSON.stringify({ keys: keys.map(({ entry }) => entry) }),
    });
    try {
      const texts = new Set<string>();
      for (const { token, bind, isAdmin } of keys) {
        const headers = { 'x-api-key': token };
        const text = await (await service.get('/api/openapi.json', headers)).text();
        texts.add(text);
        const listing = await (await service.get('/api/endpoints', headers)).text();
        const { result: listed } = JSON.parse(listing) as { result: ListedEndpoint[] };
        const types = typesText([...readDocument(text).values()]);
        if ('tenant' in bind) {
          expect(text).not.toContain('"name": "tenant"');
          expect(types).not.toMatch(/readonly tenant\b/);
          // Operators are told of parameters whoever is bound to them.
          const parameters = listed.flatMap((each) => each.parameters.map((parameter) => parameter.name));
          if (!isAdmin) expect(parameters).not.toContain('tenant');
        }
        for (const { name, id, word } of endpoints) {
          const { status } = await service.get(`/api/endpoints/query/${name}`, headers);
          // No call gives the parameter that a key may be bound to, so that none is a 403 for another value of it.
          expect([200, 404]).toContain(status);
          const isTold = [
            text.includes(`"/api/endpoints/query/${name}"`),
            listed.some((each) => each.name === name),
            types.includes(`  '${name}': {`),
          ];
          const mayCall = status === 200;
          expect([name, ...isTold]).toEqual([name, mayCall, mayCall || isAdmin, mayCall]);
          if (mayCall) continue;
          // In types, names are in PascalCase.
          for (const each of [text, types, ...(isAdmin ? [] : [listing])]) {
            expect(each).not.toMatch(new RegExp(`${word}|${id}`, 'i'));
          }
        }
      }
      expect(texts.size).toBeGreaterThan(5);
    } finally {
      await service.close();
    }
  });
});
