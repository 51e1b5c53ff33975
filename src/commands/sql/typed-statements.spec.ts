import { typedStatements } from './typed-statements.js';

describe('typedStatements', () => {
  it.each([
    ['SELECT 1', [], 'SELECT 1'],
    ['SELECT 1;', ['SELECT 1'], ''],
    ['SELECT\n  1\n;  ', ['SELECT\n  1'], '  '],
    ['SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2'], ''],
    ['SELECT 1; SELECT', ['SELECT 1'], ' SELECT'],
    ['SELECT 1; -- and so on', ['SELECT 1'], ''],
    ['-- first\n', [], '-- first\n'],
    ["SELECT ';' AS a", [], "SELECT ';' AS a"],
    ['SELECT 1 -- not yet;', [], 'SELECT 1 -- not yet;'],
    ['SELECT 1 /* not;', [], 'SELECT 1 /* not;'],
    ["SELECT r'''not;", [], "SELECT r'''not;"],
    ["SELECT '''not;\nyet''', '日本😀';", ["SELECT '''not;\nyet''', '日本😀'"], ''],
    // What can never be closed in another line is told at once.
    ["SELECT '😀' AS a, 'open;", ["SELECT '😀' AS a, 'open;"], ''],
    ["SELECT 1; SELECT 'open;", ['SELECT 1', "SELECT 'open;"], ''],
    ['SELECT `open;', ['SELECT `open;'], ''],
    [';', [''], ''],
  ])('takes %j apart', (text, whole, rest) => {
    const found = typedStatements(text);
    expect({ ...found, rest: found.rest.trimEnd() }).toEqual({ whole, rest: rest.trimEnd() });
  });
});
