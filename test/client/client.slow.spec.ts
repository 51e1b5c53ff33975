import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import ts from 'typescript';
import { hashToken } from '../../src/access/token.js';
import { type ClientOptions, createClient, QuernProblem } from '../../src/client/client.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const TOKENS = { all: 'token-of-all', slow: 'token-of-slow', tenant: 'token-of-tenant' };
const KEYS = JSON.stringify({
  keys: [
    // With `cache:refresh`, a `no-cache` that nobody asked for would have a query run.
    { id: 'all', sha256: hashToken(TOKENS.all), scopes: ['*', 'cache:refresh'] },
    { id: 'slow', sha256: hashToken(TOKENS.slow), scopes: ['*'], rate_limit: '1/3600s' },
  ],
});

const ENDPOINTS = {
  'echo.yaml': endpointFile({
    name: 'some.echo-1',
    caching: 60,
    max_rows: 2,
    parameters: {
      text: { type: 'string', required: true },
      ids: { type: 'array', items: 'integer' },
      on: { type: 'boolean' },
    },
    query: 'SELECT @text AS text, @on AS `on`, id FROM UNNEST(@ids) AS id ORDER BY id',
  }),
  'many.yaml': endpointFile({
    name: 'many',
    parameters: { ids: { type: 'array', items: 'integer', required: true } },
    query: 'SELECT COUNT(*) AS n, MAX(id) AS last FROM UNNEST(@ids) AS id',
  }),
  'rates.yaml': endpointFile({
    name: 'rates',
    parameters: { rates: { type: 'array', items: 'number', required: true } },
    query: 'SELECT rate FROM UNNEST(@rates) AS rate WITH OFFSET ORDER BY offset',
  }),
  'moments.yaml': endpointFile({
    name: 'moments',
    parameters: { at: { type: 'array', items: 'timestamp', required: true }, padding: { type: 'string' } },
    query: "SELECT moment FROM UNNEST(@at) AS moment WHERE COALESCE(@padding, '') IS NOT NULL ORDER BY moment",
  }),
  'dial.yaml': endpointFile({ name: 'dial', caching: 60, query: 'SELECT 100 / value AS quotient FROM dial' }),
  'counted.yaml': endpointFile({
    name: 'counted',
    caching: 60,
    parameters: { upto: { type: 'integer', required: true }, above: { type: 'integer' }, note: { type: 'string' } },
    columns: [{ name: 'n', type: 'INT64', nullable: false }],
    page: { size: 2, next: { above: 'n' } },
    query: `SELECT n FROM UNNEST(GENERATE_ARRAY(1, @upto)) AS n
      WHERE n > COALESCE(@above, 0) AND COALESCE(@note, '') IS NOT NULL ORDER BY n`,
  }),
  'sliced.yaml': endpointFile({
    name: 'sliced',
    slices: 'enabled',
    caching: 60,
    query: 'SELECT n FROM UNNEST([1, 2, 3]) AS n ORDER BY n',
  }),
  'endless.yaml': endpointFile({ name: 'endless', query: ENDLESS_QUERY }),
};

describe('the client', () => {
  let service: TestService;
  const time = new TestClock(NOW);
  /** The waits of the client, in milliseconds: they move the service's clock, and nobody waits. */
  const waits: number[] = [];
  const wait = (milliseconds: number) => {
    waits.push(milliseconds);
    time.now = new Date(time.now.getTime() + milliseconds);
    return Promise.resolve();
  };
  const requests: (readonly [url: string, init: RequestInit])[] = [];
  const recorded: typeof fetch = (input, init = {}) => {
    requests.push([input as string, init]);
    return fetch(input, init);
  };
  const clientOf = (options: Partial<ClientOptions> = {}) =>
    createClient({ url: service.base, key: TOKENS.all, fetch: recorded, wait, ...options });
  const problemOf = async (call: Promise<unknown>) => {
    const problem: unknown = await call.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(problem instanceof QuernProblem)) throw new Error(`no problem: ${String(problem)}`);
    return problem;
  };
  const headersOf = (index: number) => requests.at(index)?.[1].headers as Record<string, string>;

  beforeAll(async () => {
    const tables = { dial: [{ value: 4 }] };
    service = await startService({ clock: time, endpoints: ENDPOINTS, keys: KEYS, tables });
  });
  beforeEach(() => {
    waits.length = 0;
    requests.length = 0;
  });
  afterAll(async () => service.close());

  it('gives rows, whether there were more, and their age', async () => {
    const client = clientOf({ url: `${service.base}/` });
    const call = { text: 'a+b &=ø', ids: [3n, 1, 2], on: false, none: null, nothing: undefined };
    const answer = await client.query('some.echo-1', call);
    expect(answer).toEqual({
      rows: [
        { text: 'a+b &=ø', on: false, id: 1 },
        { text: 'a+b &=ø', on: false, id: 2 },
      ],
      truncated: true,
      age: 0,
      remembered: false,
      requestId: expect.stringMatching(/^[\w-]{20,36}$/) as string,
    });
    const { age, truncated } = await client.query('many', { ids: 7 });
    expect({ age, truncated }).toEqual({ age: undefined, truncated: false });
  });

  it('has unchanged rows from its memory, and nobody changes them there', async () => {
    const client = clientOf();
    const call = { text: 'kept', ids: [1, 2, 3] };
    const first = await client.query('some.echo-1', call);
    first.rows.length = 0;
    time.now = new Date(time.now.getTime() + 10_000);
    const second = await client.query('some.echo-1', call);
    expect(headersOf(-1)).toHaveProperty('If-None-Match');
    expect(second).toMatchObject({ remembered: true, age: 10, truncated: true });
    expect(second.rows).toEqual([1, 2].map((id) => ({ text: 'kept', on: null, id })));
    second.rows.length = 0;
    expect((await client.query('some.echo-1', call)).rows).toHaveLength(2);
    expect((await client.query('some.echo-1', { ...call, text: 'other' })).remembered).toBe(false);
  });

  it('remembers no more than it may, the last ones, and nothing that is not to be stored', async () => {
    const client = clientOf({ maxRemembered: 400 });
    const call = async (text: string) => (await client.query('some.echo-1', { text, ids: [1] })).remembered;
    // Each takes some 130 characters with its URL.
    const calls = ['a', 'b', 'c', 'b', 'd', 'b', 'a'];
    const remembered = [];
    for (const text of calls) remembered.push(await call(text));
    expect(remembered).toEqual([false, false, false, true, false, true, false]);
    await client.query('many', { ids: 1 });
    expect((await client.query('many', { ids: 1 })).remembered).toBe(false);
    const none = clientOf({ maxRemembered: 0 });
    await none.query('some.echo-1', { text: 'a' });
    expect((await none.query('some.echo-1', { text: 'a' })).remembered).toBe(false);
  });

  it('sends what is too long for a URL in a body', async () => {
    const client = clientOf();
    const ids = Array.from({ length: 5000 }, (_, index) => index + 1);
    const { rows } = await client.query('many', { ids: [...ids, 9007199254740993n] });
    expect(rows).toEqual([{ n: 5001, last: '9007199254740993' }]);
    expect(requests.map(([, { method }]) => method)).toEqual(['POST']);
    await client.query('some.echo-1', { text: 'long', ids });
    expect((await client.query('some.echo-1', { text: 'long', ids })).remembered).toBe(false);
    expect(headersOf(-1)).not.toHaveProperty('If-None-Match');
  });

  it('sends NaN, the infinities and other numbers as a URL has them, however long the call', async () => {
    const client = clientOf();
    const padding = Array.from({ length: 3000 }, () => 0.25);
    const calls = [[0.5, -0, 1e-300], [NaN], [1, Infinity, -Infinity]];
    const told = async (rates: readonly number[]) => {
      const outcome = client.query('rates', { rates }).then(({ rows }) => rows[0]);
      return outcome.catch((error: unknown) => (error instanceof QuernProblem ? error.errors : error));
    };
    for (const rates of calls) expect(await told([...rates, ...padding])).toEqual(await told(rates));
    expect(requests.map(([, { method }]) => method)).toEqual(calls.flatMap(() => ['POST', undefined]));
    expect(await told([NaN])).toEqual([{ parameter: 'rates', detail: expect.stringContaining('not "NaN"') as string }]);
    expect(await told(padding)).toEqual({ rate: 0.25 });
  });

  it('sends a Date as the instant that it is, however long the call', async () => {
    const client = clientOf();
    const at = new Date('2026-11-20T10:00:00.25+01:00');
    for (const padding of ['', 'x'.repeat(9000)]) {
      const { rows } = await client.query('moments', { at: [at, '2026-11-20'], padding });
      expect(rows).toEqual([{ moment: '2026-11-20T00:00:00Z' }, { moment: '2026-11-20T09:00:00.25Z' }]);
    }
    expect(requests.map(([, { method }]) => method)).toEqual([undefined, 'POST']);
    await expect(client.query('moments', { at: [new Date('soon')] })).rejects.toThrow(RangeError);
  });

  it.each(['..', '.', '../../health', 'a/b', 'some?x#', '', '%2e%2e', 'a\\b'])(
    'sends nothing for %j, which no endpoint is called',
    async (name) => {
      const call = clientOf().query(name);
      await expect(call).rejects.toThrow(`No endpoint has the name ${JSON.stringify(name)}.`);
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ...['', '/', 'quern.example.com', 'localhost:3000', 'ftp://quern.example.com', 'https://', 'https:///'],
    ...['https://quern.example.com/api', 'https://quern.example.com/quern/api/', 'https://a.example/?b', 'https://a#b'],
    ...['https://quern.example.com/api/endpoints', 'https://quern.example.com/api/endpoints/query/'],
  ])('says of the URL %j what to write instead', (url) => {
    expect(() => clientOf({ url })).toThrow(
      `url is ${JSON.stringify(url)}: write where Quern is, as https://quern.example.com, without /api.`,
    );
  });

  it('takes a URL with a path of a proxy’s', async () => {
    const sent: string[] = [];
    const fetch = (input: unknown) => {
      sent.push(String(input));
      return Promise.resolve(new Response('{"result":[]}'));
    };
    for (const url of ['HTTPS://a.example:8443/quern//', 'http://[::1]:3000', 'https://a.example/apis']) {
      await clientOf({ url, fetch }).query('many');
    }
    expect(sent).toEqual(
      ['HTTPS://a.example:8443/quern', 'http://[::1]:3000', 'https://a.example/apis'].map(
        (url) => `${url}/api/endpoints/query/many?`,
      ),
    );
  });

  it('walks pages, each when it is wanted, from memory too, and from a place that the call names', async () => {
    const client = clientOf();
    const walk = async (call: { upto: number; above?: number; cursor?: string }) => {
      const pages: [rows: unknown[], remembered: boolean][] = [];
      for await (const { rows, remembered } of client.pages('counted', call)) pages.push([rows, remembered]);
      return pages;
    };
    const [one, two, three] = [[{ n: 1 }, { n: 2 }], [{ n: 3 }, { n: 4 }], [{ n: 5 }]];
    for (const remembered of [false, true]) {
      expect(await walk({ upto: 5 })).toEqual([one, two, three].map((rows) => [rows, remembered]));
    }
    expect((await walk({ upto: 5, above: 2 })).map(([rows]) => rows)).toEqual([two, three]);
    const { next } = await client.query('counted', { upto: 5 });
    if (next === undefined) throw new Error('there is no next page');
    expect((await walk({ upto: 5, cursor: next })).map(([rows]) => rows)).toEqual([two, three]);
    const before = requests.length;
    for await (const { rows } of client.pages('counted', { upto: 5 })) {
      expect(rows).toEqual(one);
      break;
    }
    expect(requests.length).toBe(before + 1);
    expect((await client.query('many', { ids: [1] })).next).toBeUndefined();
  });

  it('tells how many rows there are of which it was given some', async () => {
    const { rows, totalRows } = await clientOf().query('sliced', { limit: 1, offset: 1 });
    expect([rows, totalRows]).toEqual([[{ n: 2 }], 3]);
    expect((await clientOf().query('many', { ids: [1] })).totalRows).toBeUndefined();
  });

  it('walks pages whose parameters are too long for a URL', async () => {
    const text = 'a'.repeat(9000);
    const pages: number[] = [];
    for await (const { rows } of clientOf().pages('counted', { upto: 3, note: text })) pages.push(rows.length);
    expect(pages).toEqual([2, 1]);
  });

  it('is JavaScript of fewer than 150 lines', () => {
    const folder = 'src/client';
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const options = { compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext } };
    const lines = texts.flatMap((text) => ts.transpileModule(text, options).outputText.trimEnd().split('\n'));
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.length).toBeLessThan(150);
  });

  it('throws problems with what a program and an operator want to know', async () => {
    const problem = await problemOf(clientOf().query('some.echo-1', { on: 'perhaps' }));
    expect(problem).toMatchObject({ name: 'QuernProblem', code: 'invalid_parameters', status: 400 });
    expect(problem.errors.map(({ parameter }) => parameter)).toEqual(['text', 'on']);
    expect(problem.message).toBe('2 parameters are wrong; `errors` lists them.');
    expect(problem.requestId).toMatch(/^[\w-]{20,36}$/);
    expect(await problemOf(clientOf().query('none', {}))).toMatchObject({ code: 'endpoint_not_found' });
    expect(await problemOf(clientOf({ key: 'wrong' }).query('many'))).toMatchObject({ code: 'unauthenticated' });
  });

  it('is refused what the endpoint does not declare', async () => {
    const problem = await problemOf(clientOf().query('some.echo-1', { text: 'a', gone: 'b' }));
    expect(problem.errors.map(({ parameter }) => parameter)).toEqual(['gone']);
  });

  it('sends a call again when a 503 has said when', async () => {
    await service.writeTable('dial', [{ value: 0 }]);
    expect(await problemOf(clientOf().query('dial'))).toMatchObject({ status: 502, code: 'query_failed' });
    const mended = async (milliseconds: number) => {
      await service.writeTable('dial', [{ value: 5 }]);
      return wait(milliseconds);
    };
    expect((await clientOf({ wait: mended }).query('dial')).rows).toEqual([{ quotient: 20 }]);
    expect(waits).toEqual([1000]);
  });

  it('waits as often as it may after a 429, and no longer', async () => {
    const slow = { key: TOKENS.slow, maxWaitSeconds: 10_000 };
    await clientOf(slow).query('many', { ids: 1 });
    const calls = async (options: Partial<ClientOptions>) => {
      requests.length = 0;
      waits.length = 0;
      const problem = await problemOf(clientOf({ ...slow, ...options }).query('many', { ids: 1 }));
      expect(problem).toMatchObject({ code: 'rate_limited', status: 429 });
      return { sent: requests.length, waited: waits.length };
    };
    expect(await calls({})).toEqual({ sent: 3, waited: 2 });
    expect(await calls({ maxRetries: 0 })).toEqual({ sent: 1, waited: 0 });
    expect(await calls({ maxWaitSeconds: 30 })).toEqual({ sent: 1, waited: 0 });
    // Two waits of nearly an hour are more than an hour and a half.
    expect(await calls({ maxWaitSeconds: 5400 })).toEqual({ sent: 2, waited: 1 });
  });

  it('can be told to stop, before a call and in the midst of one', async () => {
    const reason = new Error('nobody waits for it');
    await expect(clientOf().query('endless', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const call = clientOf().query('endless', {}, { signal: controller.signal });
    setImmediate(() => {
      controller.abort(reason);
    });
    await expect(call).rejects.toBe(reason);
  });

  describe('behind something that answers by itself', () => {
    let server: Server | undefined;
    let url: string;
    const answerWith = async (listener: RequestListener) => {
      server = createServer(listener).listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    afterEach(() => {
      jest.restoreAllMocks();
      server?.closeAllConnections();
      server?.close();
    });

    it.each([
      ['a date', new Date(Date.parse('2026-11-20T10:00:00Z') + 7000).toUTCString(), [7000]],
      ['a date that is over', 'Fri, 20 Nov 2026 09:00:00 GMT', [0]],
      ['no number', 'soon', []],
      ['a number below nothing', '-5', []],
      ['more digits than a number has', '9'.repeat(400), []],
      ['nothing', '', []],
    ])('takes a Retry-After with %s for what it is', async (_, retryAfter, expected) => {
      jest.spyOn(Date, 'now').mockReturnValue(NOW.getTime());
      let calls = 0;
      await answerWith((__, response) => {
        calls += 1;
        if (calls === 1) response.writeHead(429, { 'Retry-After': retryAfter }).end('<h1>Slow down</h1>');
        else response.end('{"result":[{"n":1}]}');
      });
      const call = clientOf({ url }).query('any');
      if (expected.length > 0) expect((await call).rows).toEqual([{ n: 1 }]);
      else expect(await problemOf(call)).toMatchObject({ status: 429, code: undefined });
      expect(waits).toEqual(expected);
    });

    it('says that an answer is not Quern’s', async () => {
      await answerWith((_, response) => response.end('<h1>Sign in</h1>'));
      const problem = await problemOf(clientOf({ url }).query('any'));
      expect(problem.message).toBe('The answer, with status 200, is not Quern’s.');
    });

    it('does not wait after another failure, whatever it says', async () => {
      await answerWith((_, response) => response.writeHead(500, { 'Retry-After': '1' }).end());
      expect(await problemOf(clientOf({ url }).query('any'))).toMatchObject({ status: 500 });
      expect(waits).toEqual([]);
    });

    it('does not take its key to where it is sent on', async () => {
      let calls = 0;
      await answerWith((_, response) => {
        calls += 1;
        response.writeHead(307, { Location: '/elsewhere' }).end();
      });
      await expect(clientOf({ url }).query('any')).rejects.toThrow('fetch failed');
      expect(calls).toBe(1);
    });

    it('can be told to stop while it waits', async () => {
      await answerWith((_, response) => response.writeHead(503, { 'Retry-After': '86400' }).end());
      const controller = new AbortController();
      const reason = new Error('the page has been left');
      const sent: typeof fetch = async (...args) => {
        const response = await fetch(...args);
        setImmediate(() => {
          controller.abort(reason);
        });
        return response;
      };
      const client = createClient({ url, key: 'any', maxWaitSeconds: 100_000, fetch: sent });
      await expect(client.query('any', {}, { signal: controller.signal })).rejects.toBe(reason);
    });
  });
});
