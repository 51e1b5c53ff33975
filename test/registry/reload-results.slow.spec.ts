import { type CachedResult } from '../../src/cache/cached-result.js';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { Registry } from '../../src/registry/registry.service.js';
import { assertRows } from '../support/http/assert-rows.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { OCCUPANT, occupy } from '../support/occupy.js';
import { startService, type TestService } from '../support/service.js';

const ID = 'a1111111-1111-4111-8111-111111111111';
const parameters = { test: { type: 'string', required: true } };

function saying(text: string, definition: Readonly<Record<string, unknown>> = {}): string {
  return endpointFile({
    name: 'a',
    id: ID,
    parameters,
    caching: 900,
    query: `SELECT '${text}' || @test AS text`,
    ...definition,
  });
}

describe('what an endpoint has, after its file has changed,', () => {
  let service: TestService;

  const start = async (files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
    service = await startService({ endpoints: files, env });
  };
  /** Rewrites the file and waits until it is served. */
  const rewrite = async (text: string) => {
    const { endpoint } = service.app.get(Registry).find(ID);
    await service.writeEndpoint('a.yaml', text);
    await eventually(() => service.app.get(Registry).byIdIfServed(ID) !== endpoint);
  };
  const ask = async (test: string) => {
    const answer = await service.get(`/api/endpoints/query/a?test=${test}`);
    const [row] = await assertRows<{ text: string }>(answer);
    return [row?.text, answer.headers.get('cache-status')?.replace(/; ttl=.*/, '')];
  };
  const kept = (): ReadonlyMap<string, CachedResult> => new Map(service.app.get(ResultCache).memory.list());
  const keptFor = (test: string) => [...kept().keys()].filter((key) => key.includes(`"${test}"`));

  afterEach(async () => service.close());

  it('is no result of the old definition, and their memory is free', async () => {
    await start({ 'a.yaml': saying('old-') });
    expect(await ask('1')).toEqual(['old-1', 'quern; fwd=miss; stored']);
    expect(await ask('1')).toEqual(['old-1', 'quern; hit']);
    await rewrite(saying('new-'));
    expect(kept().size).toBe(0);
    expect(await ask('1')).toEqual(['new-1', 'quern; fwd=miss; stored']);
    expect(await ask('1')).toEqual(['new-1', 'quern; hit']);
    expect((await listed(service, 'a')).runs).toMatchObject({ misses: 2, hits: 2 });
  });

  it('is every result where nothing has changed that decides an answer', async () => {
    await start({ 'a.yaml': saying('old-') });
    await ask('1');
    await rewrite(saying('old-', { description: 'New.', caching: 60 }));
    expect(await ask('1')).toEqual(['old-1', 'quern; hit']);
  });

  it('is no result whose numbers are written otherwise', async () => {
    const amount = (column: Readonly<Record<string, unknown>>) =>
      saying('', {
        columns: [{ name: 'text', type: 'NUMERIC', ...column }],
        query: 'SELECT CAST(@test AS NUMERIC) AS text',
      });
    await start({ 'a.yaml': amount({}) });
    expect(await ask('1')).toEqual([1, 'quern; fwd=miss; stored']);
    await rewrite(amount({ json: 'string' }));
    expect(await ask('1')).toEqual(['1', 'quern; fwd=miss; stored']);
    await rewrite(amount({ json: 'number' }));
    expect(await ask('1')).toEqual([1, 'quern; fwd=miss; stored']);
    await rewrite(amount({ json: 'number', description: 'New.' }));
    expect(await ask('1')).toEqual([1, 'quern; hit']);
  });

  it('is nothing where the endpoint has gone', async () => {
    await start({ 'a.yaml': saying('old-') });
    await ask('1');
    await service.writeEndpoint('a.yaml', saying('old-', { id: 'b2222222-2222-4222-8222-222222222222' }));
    await eventually(() => service.app.get(Registry).byIdIfServed(ID) === undefined);
    expect(kept().size).toBe(0);
  });

  it('is a call that began before, which ends on the version that it began with and leaves nothing behind', async () => {
    await start({ 'a.yaml': saying('old-'), 'occupant.yaml': OCCUPANT }, { QUERN_DUCKDB_CONNECTIONS: '1' });
    const leave = await occupy(service);
    const begun = ask('1');
    await eventually(async () => (await listed(service, 'a')).runs.misses === 1);
    // The one connection is busy, which keeps no change waiting.
    await rewrite(saying('new-'));
    await leave();
    expect(await begun).toEqual(['old-1', 'quern; fwd=miss']);
    expect(kept().size).toBe(0);
    expect(await ask('1')).toEqual(['new-1', 'quern; fwd=miss; stored']);
  });

  it('are the sets that the file lists, filled anew', async () => {
    await start({ 'a.yaml': saying('old-', { warm: [{ test: 'one' }, { test: 'two' }] }) });
    await eventually(() => keptFor('one').length === 1 && keptFor('two').length === 1);
    const [oldKey] = keptFor('two');
    await rewrite(saying('new-', { warm: [{ test: 'two' }, { test: 'three' }] }));
    await eventually(() => keptFor('two').length === 1 && keptFor('three').length === 1);
    expect([keptFor('one'), keptFor('two')]).toEqual([[], [expect.not.stringContaining(oldKey ?? '')]]);
    expect(await ask('three')).toEqual(['new-three', 'quern; hit']);
    expect((await listed(service, 'a')).cache.next_refresh).not.toBeNull();
  });

  it('are sets that a new file lists', async () => {
    await start({});
    await service.writeEndpoint('a.yaml', saying('new-', { warm: [{ test: 'one' }] }));
    await eventually(() => keptFor('one').length === 1);
    expect(await ask('one')).toEqual(['new-one', 'quern; hit']);
  });
});
