import { type Answer } from '../api/api.js';
import { factsOf } from './answer-facts.js';

const answer = (headers: Record<string, string>): Answer => ({
  status: 200,
  headers: new Map(Object.entries(headers)),
  text: '',
  bytes: 0,
  milliseconds: 0,
  body: undefined,
});

describe('what is said of an answer', () => {
  it.each([
    ['quern; hit; ttl=899', 'hit', 'Kept rows: no query was run'],
    ['quern; hit; ttl=0; detail=budget', 'stale', 'Kept rows, since the budget for today is used up'],
    ['quern; hit; ttl=0; detail=stale-if-error', 'stale', 'Kept rows, while the engine fails'],
    ['quern; fwd=miss; stored', 'run', 'The query was run, since nothing was kept'],
    ['quern; fwd=stale; stored', 'run', 'The query was run, since what was kept was too old'],
    ['quern; fwd=request; stored', 'run', 'The query was run, since it was asked to'],
    ['quern; fwd=bypass', 'run', 'The query was run, since nothing is kept of this endpoint'],
    ['quern; fwd=miss; collapsed', 'run', 'The query was run for another call, which this one waited for'],
  ])('%s is a %s', (field, source, why) => {
    expect(factsOf(answer({ 'cache-status': field }))).toMatchObject({ source, why });
  });

  it('has the age, how long it stays good, and what was cut off, ignored and paid', () => {
    const facts = factsOf(
      answer({
        age: '12',
        'cache-control': 'private, max-age=888',
        'quern-truncated': 'true',
        'quern-next': 'WzEsIjlh',
        'quern-total-rows': '2016',
        'quern-ignored-parameters': 'utm_source, a%20b',
        'quern-cost': 'bytes_billed=10485760, slot_ms=12.5',
      }),
    );
    expect(facts).toMatchObject({
      ageSeconds: 12,
      goodForSeconds: 888,
      truncated: true,
      hasNext: true,
      total: 2016,
      ignored: ['utm_source', 'a b'],
    });
    expect(facts.cost).toEqual([
      ['bytes_billed', 10485760],
      ['slot_ms', 12.5],
    ]);
  });

  it('has no cost of rows that cost nothing', () => {
    const hit = answer({ 'cache-status': 'quern; hit; ttl=5', 'quern-cost': 'saved;bytes_billed=10485760;run_ms=12' });
    expect(factsOf(hit).cost).toEqual([]);
  });

  it('has neither where nothing is kept', () => {
    const facts = factsOf(answer({ 'cache-control': 'no-store' }));
    expect(facts).toMatchObject({
      ageSeconds: undefined,
      goodForSeconds: undefined,
      truncated: false,
      hasNext: false,
      total: undefined,
      ignored: [],
      cost: [],
    });
  });
});
