import { AccessService } from '../../src/access/access.service.js';
import { InvalidKeys } from '../../src/access/invalid-keys.js';
import { hashToken } from '../../src/access/token.js';
import { Registry } from '../../src/registry/registry.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { type HotService, startHotService } from '../support/http/hot-service.js';
import { PARITY_KEYS, requestText, tokenOf } from '../support/http/parity-corpus.js';
import { exchange } from '../support/http/wire.js';

interface Note {
  readonly note: string;
}

/** An entry of the keys file, with its token instead of the token's hash. */
interface WrittenKey {
  readonly id: string;
  readonly token?: string;
  readonly [field: string]: unknown;
}

describe('the hot path, with keys,', () => {
  let service: HotService;
  const query = async (path: string, key: string) => service.query(path, key);

  beforeAll(async () => {
    service = await startHotService();
    service.turn(true);
  });

  afterAll(async () => service.close());
  beforeEach(async () => {
    service.later(0);
    for (const project of ['one', 'two']) await (await query(`notes?project=${project}`, 'plain')).text();
  });

  describe('lets nobody have what another key may see', () => {
    const ORDERS = [
      ['operator', 'tenant-one', 'tenant-two'],
      ['tenant-one', 'tenant-two', 'operator'],
      ['tenant-two', 'operator', 'tenant-one'],
    ];
    const EXPECTED: Readonly<Record<string, readonly string[]>> = {
      operator: ['invalid_parameters', 'a secret of one'],
      'tenant-one': ['a secret of one', 'a secret of one'],
      'tenant-two': ['a secret of two', 'forbidden'],
    };
    const TARGETS = ['notes?', 'notes/?', 'n%6Ftes?'];
    const outcome = async (path: string, key: string) => {
      const answer = await query(path, key);
      const body = (await answer.json()) as { result?: Note[]; code?: string };
      return body.code ?? body.result?.map(({ note }) => note).join();
    };

    it.each(ORDERS.flatMap((order) => TARGETS.map((target) => [target, order] as const)))(
      'who asks for %s in turn: %j',
      async (target, order) => {
        // A URL that nobody has asked for yet; then each key meets what the ones before have left behind.
        const open = `${target}turn=${order.join('-')}`;
        const named = `${open}&project=one`;
        for (let round = 1; round <= 3; round += 1) {
          for (const key of order) {
            service.waysSince();
            const [outcomes, ways] = [[await outcome(open, key), await outcome(named, key)], service.waysSince()];
            expect([key, ...outcomes]).toEqual([key, ...(EXPECTED[key] ?? [])]);
            // What one key has asked for makes no other one forget.
            const good = outcomes.filter((each) => each?.startsWith('a secret of ')).length;
            if (round > 1) expect(ways.filter((way) => way === 'hot')).toHaveLength(good);
          }
        }
      },
    );

    it('at the same time, over connections of their own and over one', async () => {
      const keys = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 'tenant-two' : 'tenant-one'));
      const expected = keys.map((key) => (key === 'tenant-two' ? 'a secret of two' : 'a secret of one'));
      expect(await Promise.all(keys.map(async (key) => outcome('notes?at=once', key)))).toEqual(expected);
      const answers = await exchange(service.base, keys.map((key) => requestText('notes?at=once', { key })).join(''));
      expect(answers.map(({ body }) => (JSON.parse(String(body)) as { result: Note[] }).result[0]?.note)).toEqual(
        expected,
      );
    });
  });

  describe('knows of every change at the very next request', () => {
    const access = () => service.app.get(AccessService);
    const rewrite = async (keys: readonly WrittenKey[]) => {
      const entries = keys.map(({ token, ...key }) => ({ ...key, sha256: hashToken(token ?? tokenOf(key.id)) }));
      await service.writeKeys(JSON.stringify({ keys: entries }));
      await access().reload();
    };
    /** A hit of the hot path, and the ones after it, the way they are meant to be answered at once. */
    const hit = async (path: string, key: string) => {
      service.waysSince();
      const answer = await query(path, key);
      expect([answer.status, answer.headers.get('cache-status'), ...service.waysSince()]).toEqual([
        200,
        expect.stringMatching(/^quern; hit; /),
        'hot',
      ]);
      return assertRows<Note>(answer);
    };

    afterEach(async () => rewrite(PARITY_KEYS));

    it('of a key that has expired, to the millisecond', async () => {
      for (const seconds of [0, 30, 59.999]) {
        service.later(seconds);
        await hit('notes?project=one', 'brief');
      }
      for (const seconds of [60, 61, 800]) {
        service.later(seconds);
        const { detail } = await assertProblem(await query('notes?project=one', 'brief'), 'unauthenticated');
        expect(detail).toBe('This key has expired.');
      }
      // The others have theirs all the while.
      await hit('notes?project=one', 'plain');
    });

    it('of a key that is gone', async () => {
      await hit('notes?project=one', 'plain');
      await rewrite(PARITY_KEYS.filter(({ id }) => id !== 'plain'));
      const { detail } = await assertProblem(await query('notes?project=one', 'plain'), 'unauthenticated');
      expect(detail).toBe('This key is not known.');
    });

    it('of a key that expires from now on', async () => {
      await hit('notes?project=one', 'plain');
      await rewrite([{ id: 'plain', scopes: ['*'], expires: '2026-11-20T10:00:00Z' }]);
      await assertProblem(await query('notes?project=one', 'plain'), 'unauthenticated');
    });

    it('of a scope that is gone', async () => {
      await hit('notes?project=one', 'plain');
      await rewrite([{ id: 'plain', scopes: ['echo'] }]);
      await assertProblem(await query('notes?project=one', 'plain'), 'endpoint_not_found');
    });

    it('of another value that a key is bound to', async () => {
      for (const [project, note] of [
        ['one', 'a secret of one'],
        ['two', 'a secret of two'],
        ['one', 'a secret of one'],
      ]) {
        await rewrite([{ id: 'tenant-one', scopes: ['notes'], bind: { project } }]);
        for (let time = 1; time <= 2; time += 1) {
          expect(await hit('notes', 'tenant-one')).toMatchObject([{ note }]);
        }
        await assertProblem(
          await query(`notes?project=${project === 'one' ? 'two' : 'one'}`, 'tenant-one'),
          'forbidden',
        );
      }
    });

    it('of a bond where there was none', async () => {
      await hit('notes?project=one', 'plain');
      await rewrite([{ id: 'plain', scopes: ['*'], bind: { project: 'two' } }]);
      await assertProblem(await query('notes?project=one', 'plain'), 'forbidden');
    });

    it('of keys that have changed places: the same tokens, each with the other’s id', async () => {
      expect(await hit('notes', 'tenant-one')).toMatchObject([{ note: 'a secret of one' }]);
      expect(await hit('notes', 'tenant-two')).toMatchObject([{ note: 'a secret of two' }]);
      await rewrite([
        { id: 'tenant-two', token: tokenOf('tenant-one'), scopes: ['notes'], bind: { project: 'one' } },
        { id: 'tenant-one', token: tokenOf('tenant-two'), scopes: ['notes'], bind: { project: 'two' } },
      ]);
      expect(await hit('notes', 'tenant-one')).toMatchObject([{ note: 'a secret of one' }]);
      expect(await hit('notes', 'tenant-two')).toMatchObject([{ note: 'a secret of two' }]);
    });

    it('of a token that was replaced', async () => {
      await hit('notes?project=one', 'plain');
      await rewrite([{ id: 'plain', token: 'new-plain-token-0123456789', scopes: ['*'] }]);
      await assertProblem(await query('notes?project=one', 'plain'), 'unauthenticated');
      expect(await hit('notes?project=one', 'new-plain')).toMatchObject([{ note: 'a secret of one' }]);
    });

    it('of nothing where the keys are refused, and stay what they were', async () => {
      await hit('notes?project=one', 'plain');
      await service.writeKeys('keys: [{}]');
      await expect(access().reload()).rejects.toThrow(InvalidKeys);
      await hit('notes?project=one', 'plain');
    });

    it('of an endpoint that is defined anew, or no more', async () => {
      const definition = { id: '0f6e2d4a-1b9c-4c53-8a35-6f0b5f6b7c8d', name: 'changing', caching: 900 };
      const define = async (...files: readonly string[]) => {
        await service.writeEndpoint('changing.yaml', files.join('\n'));
        await service.app.get(Registry).open();
      };
      await define(endpointFile({ ...definition, query: "SELECT 'old' AS note" }));
      await (await query('changing', 'plain')).text();
      expect(await hit('changing', 'plain')).toEqual([{ note: 'old' }]);
      await define(endpointFile({ ...definition, query: "SELECT 'new' AS note" }));
      const answer = await query('changing', 'plain');
      expect(answer.headers.get('cache-status')).toBe('quern; fwd=miss; stored');
      expect(await assertRows(answer)).toEqual([{ note: 'new' }]);
      expect(await hit('changing', 'plain')).toEqual([{ note: 'new' }]);
      await define(endpointFile({ ...definition, name: 'renamed', query: "SELECT 'new' AS note" }));
      await assertProblem(await query('changing', 'plain'), 'endpoint_not_found');
    });
  });
});
