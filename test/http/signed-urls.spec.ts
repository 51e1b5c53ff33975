import { AccessService } from '../../src/access/access.service.js';
import { Executor } from '../../src/execution/executor.service.js';
import { CachedAnswerHandler } from '../../src/http/cached-answer.handler.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { ALL_ID, ENDS_AT, GOOD, NOTES_ID, SIGNED_AT, SIGNED_QUERY } from '../support/http/signed-attacks.js';
import { OTHER_SECRET, signedPath, type SigningTerms } from '../support/http/signed-path.js';
import {
  type KeyOfFile,
  keysFile,
  type SigningService,
  startSigningService,
  tokenOf,
} from '../support/http/signing-service.js';

describe('a signed URL', () => {
  let service: SigningService;

  const send = async (...request: Parameters<SigningService['send']>) => service.send(...request);
  const bothWays = async (...request: Parameters<SigningService['bothWays']>) => service.bothWays(...request);
  const signed = (path: string, terms: Partial<SigningTerms> = {}) =>
    signedPath(`${SIGNED_QUERY}/${path}`, { keyId: 'sheet', endpointId: NOTES_ID, expires: ENDS_AT, ...terms });

  beforeAll(async () => {
    service = await startSigningService();
  });

  afterAll(async () => service.close());
  beforeEach(() => {
    service.clock.now = SIGNED_AT;
  });

  it.each(['POST', 'QUERY', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'can be read, and nothing is done by %s',
    async (method) => {
      const execute = jest.spyOn(service.app.get(Executor), 'execute');
      const headers = { 'content-type': 'application/json' };
      for (const fields of [headers, { ...headers, 'x-http-method-override': 'GET' }]) {
        const answer = await send(GOOD, fields, method);
        await assertProblem(answer, 'method_not_allowed');
        expect([answer.headers.get('allow'), answer.headers.get('referrer-policy')]).toEqual([
          'GET, HEAD',
          'no-referrer',
        ]);
      }
      expect(execute).not.toHaveBeenCalled();
      execute.mockRestore();
      await assertProblem(await send(GOOD.replace('one', 'two'), headers, method), 'unauthenticated');
      expect((await send(GOOD, { 'x-http-method-override': method })).status).toBe(200);
    },
  );

  it('is good for HEAD as for GET, for codings and for tags', async () => {
    const whole = await send(signed('notes?project=one'));
    const head = await send(signed('notes?project=one'), {}, 'HEAD');
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
      200,
      '',
      whole.headers.get('content-length'),
    ]);
    const again = { 'if-none-match': whole.headers.get('etag') ?? '' };
    for (const { status } of await bothWays(signed('notes?project=one'), again)) expect(status).toBe(304);
  });

  it.each([
    '/api/endpoints',
    '/api/endpoints/notes',
    '/api/endpoints/notes/explain',
    '/api/endpoints/notes/history',
    '/api/openapi.json',
    '/api/runs/0123456789abcdef0123456789abcdef',
    '/metrics',
  ])('is no way into %s, whatever its key may', async (path) => {
    const [, query = ''] = GOOD.split('?');
    await assertProblem(await send(`${path}?${query}`), 'unauthenticated');
  });

  describe('and a key in the header', () => {
    it.each([
      ['of somebody else', { 'x-api-key': tokenOf('other') }],
      ['of its own', { 'x-api-key': tokenOf('sheet') }],
      ['of its own as Bearer', { authorization: `Bearer ${tokenOf('sheet')}` }],
      ['that is unknown', { 'x-api-key': 'unknown' }],
    ])('%s are one too many, also once either is remembered', async (_, headers) => {
      for (const target of [GOOD, `${SIGNED_QUERY}/notes/rows.csv?project=one&tags=a&tags=b&quern%2Dsignature=x`]) {
        for (const answer of await bothWays(target, headers)) await assertProblem(answer, 'unauthenticated');
      }
      expect((await send(GOOD)).status).toBe(200);
      for (const answer of await bothWays(GOOD, headers)) await assertProblem(answer, 'unauthenticated');
    });

    it.each([
      ['the Basic of a proxy', { authorization: 'Basic YTpi' }],
      ['an empty field', { 'x-api-key': '' }],
    ])('go together where that is %s', async (_, headers) => {
      for (const { status } of await bothWays(GOOD, headers)) expect(status).toBe(200);
    });
  });

  describe('ends', () => {
    it('in the second in which it expires, which only who has it as it was signed is told', async () => {
      for (const time of ['2026-11-20T10:00:00.000Z', '2026-11-20T10:59:59.999Z']) {
        service.clock.now = new Date(time);
        for (const { status } of await bothWays(GOOD)) expect(status).toBe(200);
      }
      for (const time of ['2026-11-20T11:00:00.000Z', '2027-11-20T11:00:00.000Z']) {
        service.clock.now = new Date(time);
        for (const answer of await bothWays(GOOD)) await assertProblem(answer, 'signed_url_expired');
        await assertProblem(await send(GOOD.replace('one', 'two')), 'unauthenticated');
      }
    });

    it('after 30 days at the latest, and may have been signed by a clock that is ahead', async () => {
      for (const [expires, status] of [
        ['2026-12-20T11:00:00Z', 200],
        ['2026-12-20T11:00:01Z', 401],
      ] as const) {
        const answers = await bothWays(signed('notes?project=one', { expires: new Date(expires) }));
        expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      }
    });

    it('with its key', async () => {
      const target = signed('notes?project=one', { keyId: 'brief' });
      await assertRows(await send(target));
      service.clock.now = new Date('2026-11-20T10:30:00Z');
      for (const answer of await bothWays(target)) {
        expect(await assertProblem(answer, 'unauthenticated')).toMatchObject({ detail: 'This key has expired.' });
      }
    });

    it('with the old token of a key that is given a new one', async () => {
      const target = signed('notes?project=one', { keyId: 'rotated' });
      await assertRows(await send(target));
      await assertRows(await send(signed('notes?project=one', { keyId: 'rotated', secret: OTHER_SECRET })));
      service.clock.now = new Date('2026-11-20T10:30:00Z');
      await assertProblem(await send(target), 'unauthenticated');
      await assertRows(await send(signed('notes?project=one', { keyId: 'rotated', secret: OTHER_SECRET })));
    });

    it.each<[string, (key: KeyOfFile) => readonly object[]]>([
      ['is revoked', (key) => (key.id === 'sheet' ? [] : [key])],
      ['may no longer have any', (key) => [{ ...key, signing_secret: undefined }]],
      ['has another secret', (key) => [key.id === 'sheet' ? { ...key, signing_secret: OTHER_SECRET } : key]],
    ])('when its key %s', async (_, change) => {
      const access = service.app.get(AccessService);
      expect((await send(GOOD)).status).toBe(200);
      await service.writeKeys(keysFile(change));
      await access.reload();
      for (const answer of await bothWays(GOOD)) await assertProblem(answer, 'unauthenticated');
      await service.writeKeys(keysFile());
      await access.reload();
      expect((await send(GOOD)).status).toBe(200);
    });
  });

  describe('is worth what its key is', () => {
    it('as to endpoints', async () => {
      const target = signed('notes?project=one', { keyId: 'narrow' });
      for (const answer of await bothWays(target)) await assertProblem(answer, 'endpoint_not_found');
      await assertRows(await send(signed('all', { keyId: 'narrow', endpointId: ALL_ID })));
    });

    it('as to values that are bound', async () => {
      await assertRows(await send(signed('notes', { keyId: 'tenant' })));
      const target = signed('notes?project=two', { keyId: 'tenant' });
      for (const answer of await bothWays(target)) await assertProblem(answer, 'forbidden');
    });

    it('as to how often', async () => {
      const target = signed('notes?project=one', { keyId: 'rare' });
      const states = [];
      for (const answer of await bothWays(target)) states.push(answer.headers.get('ratelimit'));
      expect(states).toEqual([expect.stringMatching(/^"key";r=1;/), expect.stringMatching(/^"key";r=0;/)]);
      await assertProblem(await send(target), 'rate_limited');
      const header = { 'x-api-key': tokenOf('rare') };
      await assertProblem(await send(`${SIGNED_QUERY}/notes?project=one`, header), 'rate_limited');
    });

    it('but for runs at will and other forms: of its header fields, none changes what was signed', async () => {
      const target = signed('notes?project=one&tag=fields');
      const answer = await send(target);
      expect(answer.headers.get('cache-status')).toBe('quern; fwd=miss; stored');
      const fields = { 'cache-control': 'no-cache', accept: 'text/csv', prefer: 'handling=strict, respond-async' };
      for (const again of await bothWays(target, fields)) {
        expect(again.headers.get('cache-status')).toBe('quern; hit; ttl=900');
        expect(await assertRows(again)).toEqual([{ project: 'one', tags: 'fields' }]);
      }
    });

    it('and is told what is wrong with it, once it is known to be good', async () => {
      await assertProblem(await send(signed('notes')), 'invalid_parameters');
      await assertProblem(await send(signed('notes/rows.xml?project=one')), 'form_not_found');
    });
  });

  it('is answered from memory as a call by its key is, and shares what is remembered with it', async () => {
    const answer = jest.spyOn(service.app.get(CachedAnswerHandler), 'answer');
    const path = 'notes/rows.csv?project=shared';
    await send(signed(path));
    await send(signed(path));
    await send(`${SIGNED_QUERY}/${path}`, { 'x-api-key': tokenOf('sheet') });
    expect(answer.mock.results.map(({ value }) => value as unknown)).toEqual([false, true, true]);
    answer.mockRestore();
  });
});
