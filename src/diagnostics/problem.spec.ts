import { readEndpoint } from '../endpoint-files/format/read-endpoint.js';
import { problemsByFile } from '../registry/checked-file.js';
import { firstProblems, type Problem } from './problem.js';

const HEAD = 'id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a\n';

describe('the problems of a file', () => {
  const problemsOf = (count: number) => {
    const keys = Array.from({ length: count }, (_, index) => `unknown_${index}: 1\n`).join('');
    return readEndpoint('a.yaml', Buffer.from(`${HEAD}${keys}query: SELECT 1\n`));
  };

  it('are all told up to twenty', () => {
    expect(problemsOf(20).problems.map(({ line }) => line)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 3),
    );
  });

  it('are the first twenty and how many more there are, at the place of the next', () => {
    const { endpoint, problems } = problemsOf(200);
    expect([endpoint, problems.length]).toEqual([undefined, 21]);
    expect(problems.at(-1)).toMatchObject({
      code: 'unknown_key',
      severity: 'error',
      line: 23,
      message: 'and 180 more problems from here on; correct the first 20',
    });
  });

  it('have an error to the end where one of those that are not told is one', async () => {
    const [error] = problemsOf(1).problems;
    if (!error) throw new Error('there is a problem');
    const warning: Problem = { ...error, severity: 'warning' };
    const warnings = Array.from({ length: 21 }, () => warning);
    expect(firstProblems(warnings).at(-1)).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('and 1 more problem ') as string,
    });
    const check = { problems: [...warnings, error] } as never;
    const found = await problemsByFile(new Map([['a.yaml', { reading: { problems: [], names: [] }, check }]]));
    expect(found.get('a.yaml')?.map(({ severity }) => severity)).toEqual([
      ...Array<string>(20).fill('warning'),
      'error',
    ]);
  });
});
