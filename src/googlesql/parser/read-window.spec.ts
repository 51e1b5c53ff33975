import { type WindowNode } from '../ast/query-node.js';
import { type LimitNode } from '../ast/ordering.js';
import { readExpression } from './read-expression.js';
import { readLimit } from './read-order.js';
import { readWindowClause } from './read-window.js';
import { parseQuery } from './parse-query.js';
import { type SyntaxNode } from './syntax-node.js';
import { UnparsedQuery } from './unparsed-query.js';

function clause(sql: string, name: string): SyntaxNode {
  const found = parseQuery(sql).child(name);
  if (!found) throw new Error(`${sql} has no ${name}`);
  return found;
}

function windowOf(sql: string): WindowNode | undefined {
  return readWindowClause(clause(`SELECT 1 FROM t WINDOW w AS ${sql}`, 'window'), readExpression).windows[0]?.window;
}

function limitOf(sql: string): LimitNode {
  return readLimit(clause(`SELECT 1 ${sql}`, 'limit'));
}

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnparsedQuery)) throw error;
    return `${error.problem.line}:${error.problem.column} ${error.problem.message}`;
  }
  throw new Error('nothing was refused');
}

describe('windows', () => {
  it('have what they go on from, their keys and their frame', () => {
    expect(windowOf('(v PARTITION BY a, 1 ORDER BY b DESC NULLS LAST, c ROWS 2 PRECEDING)')).toMatchObject({
      type: 'WindowSpecification',
      base: { type: 'Name', line: 1, column: 30, name: 'v' },
      partitionBy: { column: 32, keys: [{ name: 'a' }, { value: 1n }] },
      orderBy: {
        column: 50,
        items: [
          { key: { name: 'b' }, direction: 'DESC', nulls: 'NULLS LAST' },
          { key: { name: 'c' }, direction: undefined, nulls: undefined },
        ],
      },
      frame: { unit: 'ROWS', start: { place: 'n PRECEDING', distance: { value: 2n } }, end: undefined },
    });
    expect(windowOf('v')).toMatchObject({ type: 'Name', name: 'v' });
    expect(windowOf('(RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)')).toMatchObject({
      base: undefined,
      orderBy: undefined,
      frame: { unit: 'RANGE', start: { place: 'UNBOUNDED PRECEDING' }, end: { place: 'CURRENT ROW' } },
    });
  });

  it.each([['(ROWS CURRENT PRECEDING)', '1:35 a frame is bounded by UNBOUNDED, CURRENT ROW, a number or a parameter']])(
    'are refused at their place: %s',
    (sql, expected) => {
      expect(refusal(() => windowOf(sql))).toBe(expected);
    },
  );
});

describe('LIMIT', () => {
  it('takes whole numbers and parameters, in brackets as well', () => {
    expect(limitOf('LIMIT ((2)) OFFSET @n')).toMatchObject({
      count: { type: 'Integer', value: 2n },
      offset: { type: 'Parameter', text: '@n' },
    });
    expect(limitOf('LIMIT 1')).toMatchObject({ offset: undefined });
  });

  it.each([
    ['LIMIT ALL', '1:16 for all rows, leave LIMIT out: LIMIT and OFFSET take an integer or a parameter'],
    ['LIMIT 1 + 1', '1:16 LIMIT and OFFSET take an integer or a parameter'],
    ['LIMIT 1 OFFSET x', '1:25 LIMIT and OFFSET take an integer or a parameter'],
  ])('is refused otherwise: %s', (sql, expected) => {
    expect(refusal(() => limitOf(sql))).toBe(expected);
  });

  it('takes one number in a pipe', () => {
    const limit = clause('FROM t |> LIMIT 1, 2', 'right');
    expect(refusal(() => readLimit(limit))).toBe('1:20 LIMIT takes one number; OFFSET stands in front of a second one');
  });
});
