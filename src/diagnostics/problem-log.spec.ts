import { ProblemLog } from './problem-log.js';
import { Problems } from './problem.js';

describe('the log of problems', () => {
  it('has each once, with its code and place as fields, and tells when a file has none any more', () => {
    const told: unknown[][] = [];
    const tell = (...args: unknown[]) => {
      told.push(args);
    };
    const log = new ProblemLog({ log: tell, warn: tell });
    const problems = new Problems('a.yaml', 'name: x\nquery: SELEC 1');
    problems.add('not_one_select', { line: 2, column: 8 }, 'a query starts with SELECT');
    log.update(problems.list);
    log.update(problems.list);
    log.update([]);
    expect(told).toEqual([
      [
        expect.stringMatching(/^a\.yaml:2:8 .*a query starts with SELECT/),
        { code: 'not_one_select', file: 'a.yaml', line: 2 },
      ],
      ['a.yaml: no problems any more'],
    ]);
  });
});
