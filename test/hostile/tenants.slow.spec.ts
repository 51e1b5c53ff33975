import { AccessService } from '../../src/access/access.service.js';
import { hashToken } from '../../src/access/token.js';
import { Engine } from '../../src/engines/engine.js';
import { QuernError } from '../../src/errors/quern-error.js';
import { Chance } from '../support/hostile/chance.js';
import { type ClientAnswer, HostileClient } from '../support/hostile/client.js';
import { makeCall, type TenantCall } from '../support/hostile/tenant-call.js';
import {
  makeKey,
  readable,
  TENANT_ENDPOINTS,
  TENANT_ROWS,
  type TenantKey,
  tenantsIn,
} from '../support/hostile/tenants.js';
import { startService, type TestService } from '../support/service.js';

const SEED = 20_261_120;
const CLIENTS = 12;
const CALLS_EACH = 200;
const KEYS = 10;

const keysFile = (keys: readonly TenantKey[]) =>
  JSON.stringify({ keys: keys.map(({ id, token, scopes, bind }) => ({ id, sha256: hashToken(token), scopes, bind })) });

describe('tenants', () => {
  const chance = new Chance(SEED);
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  /** Every set of keys that there has been, the newest last; `settled` is the one that the service surely knows of. */
  const keyrings: (readonly TenantKey[])[] = [];
  let settled = 0;
  let changing: Promise<unknown> = Promise.resolve();
  let isFailing = false;
  /** The tenants whose rows are behind each tag that somebody was given. */
  const tags = new Map<string, readonly number[]>();
  const counts = new Map<string, number>();
  let service: TestService;
  let client: HostileClient;

  /** Keys with other rights than before, some of them revoked. */
  const makeKeys = () =>
    Array.from({ length: KEYS }, (_, number) => makeKey(chance, number)).filter(() => !chance.oneIn(KEYS));

  beforeAll(async () => {
    keyrings.push(makeKeys());
    service = await startService({
      clock,
      endpoints: Object.fromEntries(TENANT_ENDPOINTS.map(({ name, file }) => [`${name}.yaml`, file])),
      tables: { notes: TENANT_ROWS },
      keys: keysFile(keyrings[0] ?? []),
      env: { QUERN_AUTH_FAILURE_LIMIT: '1000000/s' },
    });
    client = new HostileClient(service.base);
    const engine = service.app.get<Engine>(Engine);
    const run = engine.run.bind(engine);
    jest.spyOn(engine, 'run').mockImplementation(async (statement) => {
      if (isFailing) throw new QuernError('engine_unavailable', 'The engine cannot be reached.');
      return run(statement);
    });
  });

  afterAll(async () => {
    client.close();
    await service.close();
    jest.restoreAllMocks();
  });

  const changeKeys = async () => {
    changing = changing.then(async () => {
      // The keys are known here before they are there: a call that is under way may be answered by the old ones or by the new ones.
      const keys = makeKeys();
      keyrings.push(keys);
      await service.writeKeys(keysFile(keys));
      await service.app.get(AccessService).reload();
      settled = keyrings.length - 1;
    });
    await changing;
  };

  /** Changes keys, the time and the engine between calls, and while others are under way. */
  const meddle = async () => {
    if (chance.oneIn(60)) await changeKeys();
    if (chance.oneIn(20)) clock.now = new Date(clock.now.getTime() + chance.below(5000));
    if (chance.oneIn(20)) isFailing = !isFailing && chance.oneIn(3);
  };

  /** The tenants whose rows the answer may have to a call that was sent when these keys were settled. */
  const allowed = ({ callers: [id, ...others], endpoint, values }: TenantCall, since: number): readonly number[] =>
    keyrings.slice(since).flatMap((keys) => {
      const key = others.length > 0 ? undefined : keys.find((each) => each.id === id);
      return readable(key, endpoint, values);
    });

  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  const tally = ({ endpoint }: TenantCall, { status, headers }: ClientAnswer) => {
    count(status === 200 ? `200 of ${endpoint.name}` : String(status));
    const source = String(headers['cache-status']);
    count(source.includes('stale-if-error') ? 'stale' : source.includes('hit') ? 'hit' : 'no hit');
  };

  /** A breach of what is allowed, now or once it is known whose rows the tag of an answer without a body stands for. */
  const breachOf = (call: TenantCall, answer: ClientAnswer, since: number): (() => string | undefined) => {
    const { status, headers, body } = answer;
    const { etag } = headers;
    const whose = tenantsIn(`${body} ${JSON.stringify(headers)}`);
    if (etag !== undefined && status === 200 && call.method === 'GET') tags.set(etag, whose);
    const mine = allowed(call, since);
    return () => {
      const given = [...whose, ...(tags.get(etag ?? '') ?? [])];
      if (given.every((tenant) => mine.includes(tenant))) return undefined;
      const told = JSON.stringify({ ...call, endpoint: call.endpoint.name });
      return `${status} with rows of [${given.join()}], where [${mine.join()}] are allowed: ${told}`;
    };
  };

  it(`never get a row of another one, nor its tag, in ${CLIENTS * CALLS_EACH} calls (seed ${SEED})`, async () => {
    const breaches: (() => string | undefined)[] = [];
    const clients = Array.from({ length: CLIENTS }, async (_, index) => {
      const own = new Chance(SEED + index + 1);
      for (let number = 1; number <= CALLS_EACH; number += 1) {
        await meddle();
        const since = settled;
        const call = makeCall(own, keyrings.at(-1) ?? [], [...tags.keys()]);
        const answer = await client.call(call.path, call.headers, call.method);
        tally(call, answer);
        breaches.push(breachOf(call, answer, since));
      }
    });
    await Promise.all(clients);
    expect(breaches.flatMap((breach) => breach() ?? []).slice(0, 3)).toEqual([]);
  });

  it('have met every endpoint and every kind of answer by then', () => {
    const kinds = ['304', '400', '401', '403', '404', '503', '504', 'hit', 'stale', 'no hit'];
    const expected = [...kinds, ...TENANT_ENDPOINTS.map(({ name }) => `200 of ${name}`)];
    expect([...counts.keys()].sort()).toEqual(expected.sort());
    expect(counts.get('hit')).toBeGreaterThan((CLIENTS * CALLS_EACH) / 20);
  });
});
