import { rowsOfBody } from './rows-of-body.js';

const rowsOf = (body: string) => [...rowsOfBody(Buffer.from(body))];

describe('rowsOfBody', () => {
  it('has no rows where the body has none', () => {
    expect(rowsOf('{"result":[]}')).toEqual([]);
  });

  it('keeps each value as it stands there', () => {
    const values = [
      '1.50',
      '"a\\\\"',
      '"\\"}{][,:"',
      'null',
      '[]',
      '[{"b":[1,{}]},[]]',
      '{"x":"}"}',
      '{}',
      '"é 🦆"',
      '-1e-7',
    ];
    const row = `{${values.map((value, index) => `"n${index}:{":${value}`).join(',')}}`;
    expect(rowsOf(`{"result":[${row}]}`)).toEqual([values]);
    expect(rowsOf(`{"result":[${row},${row}]}`)).toEqual([values, values]);
  });

  it('tells a body that is cut off from one that has fewer rows', () => {
    const whole = '{"result":[{"a":1},{"a":"}"}]}';
    expect(rowsOf(whole)).toEqual([['1'], ['"}"']]);
    expect(() => rowsOf(whole.slice(0, -3))).toThrow('a body ends within a row');
    expect(() => rowsOf(whole.slice(0, -5))).toThrow('a body ends within a row');
  });
});
