import { SqlFuzz } from '../support/fuzz/sql-fuzz.js';
import { part } from '../support/part.js';
import { cutOff, sqlCorpus, SqlMutants } from '../support/fuzz/sql-mutants.js';

const SEED = 4711;
// `npm test` reads fewer.
const TEXTS = part(6000, 1500);
/** One text of the corpus in so many is cut off everywhere. */
const CUT_OFF = part(40, 160);

describe('texts that are nearly GoogleSQL', () => {
  let fuzz: SqlFuzz;
  let said: jest.SpyInstance;

  beforeEach(() => {
    fuzz = new SqlFuzz();
    said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    said.mockRestore();
  });

  it('are parsed, or refused at a place of theirs in words of ours', () => {
    const mutants = new SqlMutants(SEED, sqlCorpus());
    const mistakes = Array.from({ length: TEXTS }, () => mutants.next()).flatMap(told);
    expect(mistakes).toEqual([]);
    expect(said).not.toHaveBeenCalled();
    // The texts would otherwise be too far from GoogleSQL, or not far enough.
    const { parsed, compiled, refused } = fuzz.outcomes;
    expect(parsed).toBeGreaterThan(TEXTS / 20);
    expect(refused).toBeGreaterThan(TEXTS / 3);
    expect(compiled).toBeGreaterThan(TEXTS / 1000);
  });

  it('are refused wherever a query is cut off', () => {
    const cut = sqlCorpus()
      .filter((_, index) => index % CUT_OFF === 0)
      .flatMap(cutOff);
    expect(cut.length).toBeGreaterThan(40_000 / CUT_OFF);
    expect(cut.flatMap(told)).toEqual([]);
    expect(said).not.toHaveBeenCalled();
  });

  function told(sql: string): string[] {
    const mistake = fuzz.mistake(sql);
    return mistake === undefined ? [] : [`${JSON.stringify(sql)}: ${mistake}`];
  }
});
