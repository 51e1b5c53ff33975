import { refusalOf } from '../../../test/support/parsed.js';
import { sqlCorpus, SqlMutants } from '../../../test/support/fuzz/sql-mutants.js';

describe('parse', () => {
  it('makes a tree of any text, or refuses it at a place within', () => {
    const mutants = new SqlMutants(7, sqlCorpus());
    const outcomes = { read: 0, refused: 0 };
    for (let count = 0; count < 50_000; count += 1) {
      const sql = mutants.next();
      const refusal = refusalOf(sql);
      outcomes[refusal === undefined ? 'read' : 'refused'] += 1;
      if (refusal === undefined) continue;
      const [line = 0, column = 0] = refusal.split(/[: ]/, 2).map(Number);
      const length = sql.split(/\r\n|\r|\n/)[line - 1]?.length;
      if (length === undefined || column < 1 || column > length + 1) throw new Error(`${line}:${column} in ${sql}`);
    }
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(1000);
  });
});
