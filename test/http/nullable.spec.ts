import { SchedulerRegistry } from '@nestjs/schedule';
import { Warming } from '../../src/warming/warming.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { assertRows } from '../support/http/assert-rows.js';
import { listed } from '../support/listing.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const WORDS = [
  { name: 'id', type: 'INT64' },
  { name: 'word', type: 'STRING', nullable: false },
  { name: 'note', type: 'STRING', nullable: true },
  { name: 'size', type: 'INT64', nullable: false },
];
const QUERY = 'SELECT id, word, note, size FROM words ORDER BY id';
const parameters = { test: { type: 'string' } };

/** One row, `value`, in a column that may hold no NULL. */
const one = (name: string, type: string, value: string) =>
  endpointFile({ name, columns: [{ name: 'value', type, nullable: false }], query: `SELECT ${value} AS value` });

const ENDPOINTS = {
  'plain.yaml': endpointFile({ name: 'plain', columns: WORDS, query: QUERY }),
  'short.yaml': endpointFile({ name: 'short', columns: WORDS, max_rows: 1, query: QUERY }),
  'cached.yaml': endpointFile({
    name: 'cached',
    columns: [{ name: 'word', type: 'STRING', nullable: false }],
    parameters,
    caching: 60,
    stale_if_error: 100,
    query: "SELECT word FROM words WHERE COALESCE(@test, '') <> 'x'",
  }),
  'warm.yaml': endpointFile({
    name: 'warm',
    columns: [{ name: 'word', type: 'STRING', nullable: false }],
    caching: 900,
    cache_warming: 300,
    query: 'SELECT word FROM words',
  }),
  'open.yaml': endpointFile({
    name: 'open',
    sandboxing: 'enabled',
    columns: [{ name: 'word', type: 'STRING', nullable: false }],
    query: 'WITH w AS (SELECT word FROM words) SELECT word FROM w',
  }),
  'list.yaml': one('list', 'ARRAY<INT64>', 'CAST(NULL AS ARRAY<INT64>)'),
  'inside.yaml': one('inside', 'STRUCT<a INT64>', 'STRUCT(CAST(NULL AS INT64) AS a)'),
  'struct.yaml': one('struct', 'STRUCT<a INT64>', 'IF(TRUE, NULL, STRUCT(1 AS a))'),
  'text.yaml': one('text', 'STRING', "'null'"),
  'json.yaml': one('json', 'JSON', "JSON 'null'"),
};

const WHOLE = { id: 1, word: 'a', note: 'n', size: 1 };
const HOLE = { id: 2, note: 'n', size: 2 };
/** With the whole row behind it, without which the table would have no such column. */
const HOLE_FIRST = [{ ...HOLE, id: 0 }, WHOLE];

describe('a column that is not nullable', () => {
  let service: TestService;
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  const call = async (path: string, headers?: Record<string, string>) =>
    service.get(`/api/endpoints/query/${path}`, headers);
  const detailOf = async (path: string) => (await assertProblem(await call(path), 'null_in_column')).detail;

  beforeAll(async () => {
    service = await startService({ clock, endpoints: ENDPOINTS, tables: { words: [WHOLE] } });
    // The one test of warming ticks for itself.
    service.app.get(SchedulerRegistry).deleteInterval('warming');
  });
  afterAll(async () => service.close());
  beforeEach(async () => {
    clock.later(0);
    await service.writeTable('words', [WHOLE]);
  });

  it('has no NULL in any answer: one that has is an error, which names column and row and no value', async () => {
    expect(await assertRows(await call('plain'))).toEqual([WHOLE]);
    await service.writeTable('words', [{ id: 0, word: 'z', size: 0 }, WHOLE]);
    expect(await assertRows(await call('plain'))).toEqual([{ id: 0, word: 'z', note: null, size: 0 }, WHOLE]);
    await service.writeTable('words', [WHOLE, HOLE]);
    expect(await detailOf('plain')).toBe(
      'In row 2 of the answer, column "word" is NULL, which the endpoint rules out.',
    );
    await service.writeTable('words', [{ id: 3 }, WHOLE]);
    expect(await detailOf('plain')).toBe(
      'In row 2 of the answer, columns "word" and "size" are NULL, which the endpoint rules out.',
    );
  });

  it('may have it in rows that are cut off', async () => {
    await service.writeTable('words', [WHOLE, HOLE]);
    expect(await assertRows(await call('short'))).toEqual([WHOLE]);
    await service.writeTable('words', HOLE_FIRST);
    expect(await detailOf('short')).toContain('row 1');
  });

  it.each([
    ['list', []],
    ['inside', { a: null }],
    ['text', 'null'],
  ])('takes what is not NULL itself: %s', async (name, value) => {
    expect(await assertRows(await call(name))).toEqual([{ value }]);
  });

  it.each(['struct', 'json'])('takes nothing that clients read as null: %s', async (name) => {
    expect(await detailOf(name)).toContain('column "value"');
  });

  it('fails for the operator once, with the endpoint’s name, and counts what the run cost', async () => {
    await service.writeTable('words', HOLE_FIRST);
    const { runs: before } = await listed(service, 'plain');
    const since = service.log.length;
    await detailOf('plain');
    const lines = service.log.slice(since).filter((line) => line.includes('is NULL'));
    expect(lines).toEqual([expect.stringMatching(/^plain: null_in_column: In row 1 .* column "word" is NULL/)]);
    const { runs } = await listed(service, 'plain');
    expect(runs).toMatchObject({ failures: before.failures + 1, last_error: { code: 'null_in_column' } });
    expect(runs.last_run).toMatchObject({ rows: 2 });
  });

  it('keeps nothing, and says the same of each call while it rests, without another run', async () => {
    const { cache, runs: before } = await listed(service, 'cached');
    await service.writeTable('words', HOLE_FIRST);
    const detail = await detailOf('cached?test=kept');
    expect((await listed(service, 'cached')).cache.entries).toBe(cache.entries);
    await service.writeTable('words', [WHOLE]);
    for (const path of ['cached?test=kept', 'cached?test=kept&undeclared=1']) expect(await detailOf(path)).toBe(detail);
    expect((await listed(service, 'cached')).runs.failures).toBe(before.failures + 1);
    expect(await assertRows(await call('cached?test=another'))).toEqual([{ word: 'a' }]);
    clock.later(1);
    expect(await assertRows(await call('cached?test=kept'))).toEqual([{ word: 'a' }]);
  });

  it('answers with the old rows where the file has stale_if_error', async () => {
    await assertRows(await call('cached?test=stale'));
    await service.writeTable('words', HOLE_FIRST);
    clock.later(100);
    const answer = await call('cached?test=stale');
    expect(answer.headers.get('cache-status')).toContain('detail=stale-if-error');
    expect(await assertRows(answer)).toEqual([{ word: 'a' }]);
    clock.later(200);
    await detailOf('cached?test=stale');
  });

  it('keeps the rows that are there when a run ahead of time meets NULL', async () => {
    await assertRows(await call('warm'));
    await assertRows(await call('warm'));
    await service.writeTable('words', HOLE_FIRST);
    clock.later(300);
    service.app.get(Warming).tick();
    await eventually(async () => (await listed(service, 'warm')).runs.failures === 1);
    const answer = await call('warm');
    expect(answer.headers.get('age')).toBe('300');
    expect(await assertRows(answer)).toEqual([{ word: 'a' }]);
  });

  it('is no rule for columns of callers’ own SQL', async () => {
    await service.writeTable('words', HOLE_FIRST);
    expect(await assertRows(await call('open?sql=SELECT+word+FROM+w+ORDER+BY+word'))).toEqual([
      { word: null },
      { word: 'a' },
    ]);
    await detailOf('open');
  });
});
