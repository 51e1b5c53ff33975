import { columnsOfBody, rowsOfBody } from './rows-of-body.js';

describe('rowsOfBody', () => {
  it('takes a body apart into the JSON texts of its values', () => {
    const body = '{"result":[{"a":1,"b":"x, \\"]}"},{"a":null,"b":{"c":[1.0,{"d":[]}]}}]}';
    expect(rowsOfBody(body)).toEqual([
      ['1', '"x, \\"]}"'],
      ['null', '{"c":[1.0,{"d":[]}]}'],
    ]);
  });

  it('is no rows for an empty result', () => {
    expect(rowsOfBody('{"result":[]}')).toEqual([]);
  });

  it('takes a value of many megabytes', () => {
    const text = JSON.stringify('\\"'.repeat(8_000_000));
    expect(rowsOfBody(`{"result":[{"a":${text}}]}`)[0]?.[0]?.length).toBe(text.length);
  });
});

describe('columnsOfBody', () => {
  it('tells the columns in their order, of any name', () => {
    const body = '{"result":[{"b":"x\\":","1":{"c":[{"d":1}]},"a \\"q\\"":[2]},{"b":1,"1":2,"a \\"q\\"":3}]}';
    expect(columnsOfBody(body)).toEqual(['b', '1', 'a "q"']);
    expect(columnsOfBody('{"result":[]}')).toEqual([]);
  });
});
