import { stripVTControlCharacters } from 'node:util';
import { type Problem } from './problem.js';
import { PLAIN } from './problem-line.js';
import { problemText } from './problem-text.js';
import { readEndpoint } from '../endpoint-files/format/read-endpoint.js';

const HEAD = 'id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\n';

function problemsOf(file: string, text: string | Uint8Array) {
  return readEndpoint(file, Buffer.from(text)).problems;
}

describe('problemText', () => {
  it('says nothing about no problems', () => {
    expect(problemText([])).toBe('');
  });

  it('shows every problem at its line, in the order of the files, and counts them', () => {
    const problems = [
      ...problemsOf('b.yaml', `${HEAD}name: b\nquery: >\n  SELECT '日本', @b\n`),
      ...problemsOf('a.yaml', `${HEAD}\tname: a\n`),
      ...problemsOf('a.yaml', `${HEAD}name: a\nmax_row: 5\nquery: SELECT 1\n`),
    ];
    const warnings = problems.slice(0, 1).map((problem): Problem => {
      return { ...problem, severity: 'warning', file: 'c.yaml', sourceLine: ' ' };
    });
    expect(problemText([...problems, ...warnings])).toBe(
      `a.yaml:2:1  error yaml_syntax  not valid YAML: Tabs are not allowed as indentation; indent with spaces
  2 | \tname: a
    | ^

a.yaml:3:1  error unknown_key  unknown key "max_row". Did you mean "max_rows"?
  3 | max_row: 5
    | ^

b.yaml:4:16  error undeclared_parameter  @b is not declared; add it under "parameters".
  4 |   SELECT '日本', @b
    |                  ^

c.yaml:4:16  warning undeclared_parameter  @b is not declared; add it under "parameters".

3 errors, 1 warning in 3 files`,
    );
  });

  it('tells once what could not be checked for one reason', () => {
    const unchecked = (file: string, message: string): Problem => {
      return { code: 'unchecked', severity: 'error', file, line: 1, column: 1, message, sourceLine: 'SELECT 1' };
    };
    const problems = [
      unchecked('c.yaml', 'nobody answers'),
      unchecked('b.yaml', 'table "t" cannot be read'),
      unchecked('a.yaml', 'nobody answers'),
    ];
    expect(problemText(problems)).toBe(
      `2 files  error unchecked  nobody answers
  a.yaml, c.yaml

b.yaml:1:1  error unchecked  table "t" cannot be read
  1 | SELECT 1
    | ^

3 errors in 3 files`,
    );
  });

  it('names some of many files, whole', () => {
    const file = (digit: number) => `${'folder/'.repeat(12)}${digit}.yaml`;
    const problems = Array.from({ length: 12 }, (_, index): Problem => {
      return { code: 'unchecked', severity: 'error', file: file(index + 10), line: 1, column: 1, message: 'away' };
    });
    expect(problemText(problems)).toMatch(
      /^12 files {2}error unchecked {2}away\n {2}.*\/10.yaml, .*\/19.yaml and 2 more\n/,
    );
  });

  it('shows the line as it was read, with what is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('name: caf'), Buffer.from([0xe9, 0x0a])]);
    expect(problemText(problemsOf('x.yaml', bytes))).toContain('\n  1 | name: caf\ufffd\n    |          ^\n');
  });

  it('colors it where that is wanted, and changes nothing else', () => {
    const problems = problemsOf('x.yaml', `${HEAD}name: a\nmax_row: 5\nquery: SELECT 1\n`);
    const colored = problemText(problems, { colors: true, width: 100 });
    expect(colored).toContain('\u001b[31m^\u001b[0m');
    expect(stripVTControlCharacters(colored)).toBe(problemText(problems));
  });

  it('keeps to the width of the terminal', () => {
    const problems = problemsOf('x.yaml', `${HEAD}name: a\nquery: SELECT ${'1, '.repeat(100)}@x\n`);
    const [, line = '', caret] = problemText(problems, { ...PLAIN, width: 40 }).split('\n');
    expect(line).toHaveLength(39);
    expect(line.indexOf('@x')).toBe(caret?.indexOf('^'));
  });

  it('lets no file name and no message speak to the terminal', () => {
    const problems = problemsOf('x\u001b]0;.yaml', `${HEAD}name: !\u001b[2J a\n`);
    expect(problems.length).toBeGreaterThan(0);
    expect(problemText(problems)).not.toContain('\u001b');
  });
});
