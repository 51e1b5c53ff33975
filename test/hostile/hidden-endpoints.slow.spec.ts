import { METHODS } from 'node:http';
import { hashToken } from '../../src/access/token.js';
import { VisibleEndpoints } from '../../src/registry/visible-endpoints.service.js';
import { eventually } from '../support/eventually.js';
import {
  entitledTo,
  FAILING,
  HIDDEN,
  HIDDEN_ENDPOINTS,
  HIDDEN_KEYS,
  hiddenProbes,
  OUTDATED,
  type Probe,
  tokenOf,
} from '../support/hostile/hidden-endpoints.js';
import { Chance } from '../support/hostile/chance.js';
import { QUERY } from '../support/hostile/service.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { exchange, type WireAnswer } from '../support/http/wire.js';

const SEED = 20_261_122;
const PIPELINE = 40;

/** Two keys that have nothing in common but their rights, so that what one does counts for itself. */
const LIMITED_KEYS = ['limited-one', 'limited-two'].map((id) => ({
  id,
  scopes: ['seen'],
  rate_limit: `${METHODS.length}/86400s`,
}));

describe('an endpoint that a key may not call', () => {
  let service: TestService;

  const as = (id: string) => ({ 'x-api-key': tokenOf(id) });
  const statusOf = ({ statusLine }: WireAnswer) => Number(statusLine.split(' ')[1]);

  /** All of an answer, but for the second in which it came, what is left of a limit by then, and how the endpoint was written. */
  const textOf = ({ statusLine, fields, body }: WireAnswer, reference: string) =>
    [statusLine, ...fields.filter(([name]) => name !== 'Date').map(([name, value]) => `${name}: ${value}`), body]
      .join('\n')
      .replaceAll(/(?<=RateLimit: "sql";)r=\d+;t=\d+/g, '<left>')
      .replaceAll(reference, '<reference>');

  const send = async (requests: readonly string[]) => exchange(service.base, requests.join(''));

  beforeAll(async () => {
    const keys = [...HIDDEN_KEYS, ...LIMITED_KEYS].map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
    service = await startService({
      endpoints: HIDDEN_ENDPOINTS,
      keys: JSON.stringify({ keys }),
      env: { QUERN_CORS_ORIGINS: 'https://page.example', QUERN_SQL_RATE_LIMIT: '10000/86400s' },
    });
    const call = async (each: (typeof HIDDEN)[number]) =>
      service.get(`${QUERY}/${each.there.name}`, as(entitledTo(each)));
    for (const each of HIDDEN) await call(each);
    expect((await call(FAILING)).status).toBe(502);
    await service.writeEndpoint('outdated.yaml', HIDDEN_ENDPOINTS['outdated.yaml'].replace('SELECT', 'SELEKT'));
    const listed = async () => (await service.get(`/api/endpoints/${OUTDATED.there.id}`, as('operator'))).text();
    await eventually(async () => (await listed()).includes('"state":"outdated"'));
  });

  afterAll(async () => service.close());

  describe(`is one that is not there, byte for byte (seed ${SEED})`, () => {
    const probes = hiddenProbes(new Chance(SEED));
    const answers = new Map<Probe, readonly [there: WireAnswer, absent: WireAnswer]>();
    const statuses = (wanted: (probe: Probe) => boolean) => [
      ...new Set([...answers].filter(([probe]) => wanted(probe)).map(([, [there]]) => statusOf(there))),
    ];

    beforeAll(async () => {
      for (let start = 0; start < probes.length; start += PIPELINE) {
        const some = probes.slice(start, start + PIPELINE);
        const there = await send(some.map(({ there: { request } }) => request));
        const absent = await send(some.map(({ absent: { request } }) => request));
        expect([there.length, absent.length]).toEqual([some.length, some.length]);
        for (const [index, probe] of some.entries()) {
          const pair = [there[index], absent[index]];
          if (pair[0] && pair[1]) answers.set(probe, [pair[0], pair[1]]);
        }
      }
    });

    it('however it is asked for', () => {
      expect(answers.size).toBe(probes.length);
      const different = [...answers].filter(
        ([probe, [there, absent]]) => textOf(there, probe.there.reference) !== textOf(absent, probe.absent.reference),
      );
      expect(different.slice(0, 3).map(([{ title }, pair]) => [title, ...pair.map(statusOf)])).toEqual([]);
    });

    it('by every method: 404', () => {
      expect(statuses((probe) => !probe.isMalformed && !probe.isPreflight)).toEqual([404]);
      expect(statuses(({ isPreflight }) => isPreflight)).toEqual([204]);
    });

    it('in the listing as where it is called', () => {
      for (const isListing of [true, false]) {
        for (const method of ['GET', 'HEAD', 'POST', 'QUERY', 'PUT']) {
          const isOne = (probe: Probe) =>
            probe.isListing === isListing && probe.method === method && !probe.isMalformed;
          expect([method, statuses(isOne)]).toEqual([method, [404]]);
        }
      }
    });
  });

  it('counts against a limit as one that is not there does', async () => {
    const told = async (id: string, reference: string) => {
      const fields = `Host: quern\r\nX-API-KEY: ${tokenOf(id)}\r\nX-Request-Id: the-same`;
      // Once more than the limit allows.
      const methods = [...METHODS.filter((method) => method !== 'CONNECT'), 'POST', 'GET'];
      const requests = methods.map(
        (method) => `${method} ${QUERY}/${reference}?sql=SELECT+1 HTTP/1.1\r\n${fields}\r\n\r\n`,
      );
      const answers = await send(requests);
      expect([answers.length, answers.at(-1)?.statusLine]).toEqual([methods.length, 'HTTP/1.1 429 Too Many Requests']);
      return answers.map((answer) =>
        textOf(answer, reference)
          .replaceAll(id, '<key>')
          .replace(/(?<=;t=|Retry-After: )\d+/g, '<seconds>'),
      );
    };
    const [{ there, absent } = FAILING] = HIDDEN;
    const [one, two] = [await told('limited-one', there.name), await told('limited-two', absent.name)];
    expect(one).toEqual(two);
    expect(one[0]).toMatch(/RateLimit: "key";r=\d+;t=<seconds>/);
  });

  it.each(HIDDEN.map((each) => [each.there.name, each] as const))(
    'is there for a key that may, by every method: %s',
    async (name, each) => {
      for (const path of [`${QUERY}/${name}`, `/api/endpoints/${name}`, `/api/endpoints/${each.there.id}`]) {
        for (const method of METHODS.filter((other) => other !== 'CONNECT')) {
          const { status } = await rawRequest(service.base, path, { method, headers: as(entitledTo(each)) });
          expect([method, status]).not.toEqual([method, 404]);
        }
      }
    },
  );

  it('is in no listing but that of who may', async () => {
    const names = async (id: string) => {
      const { result } = (await (await service.get('/api/endpoints', as(id))).json()) as { result: { name: string }[] };
      return result.map(({ name }) => name);
    };
    const all = HIDDEN.map(({ there }) => there.name).sort();
    for (const { id } of HIDDEN_KEYS) {
      const others = ['refresher', 'tenant', 'unbound', 'bound-amiss', 'by-glob'].includes(id) ? [] : ['seen'];
      if (!id.startsWith('entitled') && id !== 'operator') expect([id, await names(id)]).toEqual([id, others]);
    }
    expect(await names('entitled')).toEqual(all.filter((name) => name !== 'hidden.tenants'));
    expect(await names('entitled-tenant')).toEqual(['hidden.tenants']);
  });

  it('takes the same work to be refused: the scopes are gone through for both', () => {
    const [{ there, absent } = FAILING] = HIDDEN;
    for (const reference of [there.name, there.id, absent.name, absent.id]) {
      const scopes = ['seen', 'seen.*'];
      const look = jest.spyOn(scopes, 'some');
      const key = { id: 'a', scopes, bind: new Map<string, string>() };
      expect(() => service.app.get(VisibleEndpoints).find(key, reference)).toThrow('There is no endpoint');
      expect([reference, look.mock.calls.length]).toEqual([reference, 1]);
    }
  });
});
