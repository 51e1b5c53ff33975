import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type EndpointTest, type Expectation } from '../endpoint-files/endpoint-test.js';
import { checkOutcome, type ResultRow } from './check-outcome.js';
import { RowUpdates } from './row-updates.js';
import { type TestResult } from './run-tests.js';

const NOTHING: Expectation = {
  rows: undefined,
  unordered: false,
  rowCount: undefined,
  columns: undefined,
  error: undefined,
};

/** Whether each engine's result of one case is repaired, in their order. */
function repaired(expected: Partial<Expectation>, ...outcomes: readonly (readonly ResultRow[])[]): readonly boolean[] {
  const test = { name: 'it', expected: { ...NOTHING, ...expected } } as EndpointTest;
  const updates = new RowUpdates();
  return outcomes.map((rows, index) => {
    const outcome = { columns: ['n'], rows };
    const failures = checkOutcome(test.expected, outcome);
    const result: TestResult = {
      endpoint: {} as Endpoint,
      test,
      engine: String(index),
      milliseconds: 1,
      outcome,
      failures,
    };
    return updates.repairs(result);
  });
}

describe('RowUpdates', () => {
  const [one, two] = [[{ n: 1 }], [{ n: 2 }]];

  it('repair every engine that answers as the first one does', () => {
    expect(repaired({ rows: [] }, one)).toEqual([true]);
    expect(repaired({}, one, one)).toEqual([true, true]);
    expect(repaired({ rows: two }, one, one)).toEqual([true, true]);
  });

  it('repair no engine that answers otherwise, and never take the rows of the second', () => {
    expect(repaired({ rows: [] }, one, two)).toEqual([true, false]);
    expect(repaired({ rows: one }, one, two)).toEqual([false, false]);
  });

  it('repair nothing that fails over more than its rows', () => {
    expect(repaired({ rows: two, rowCount: 2 }, one)).toEqual([false]);
    expect(repaired({ rowCount: 2 }, one)).toEqual([false]);
    expect(repaired({ error: 400 }, one)).toEqual([false]);
  });
});
