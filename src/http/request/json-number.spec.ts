import { isHeldExactly, parseWithNumbersAsText } from './json-parameters.js';

describe('parseWithNumbersAsText', () => {
  it('has numbers as they are written, and all else as JSON.parse has it', () => {
    const json = '{"a":[1.50,-2e+3,0,"7","\\"8\\\\",null,true],"9":1E400,"b c\\u0031":{"d":[10]},"__proto__":12}';
    const text = JSON.stringify(parseWithNumbersAsText(json));
    expect(text).toBe(
      '{"9":"1E400","a":["1.50","-2e+3","0","7","\\"8\\\\",null,true],"b c1":{"d":["10"]},"__proto__":"12"}',
    );
  });
});

describe('isHeldExactly', () => {
  it.each([
    '0',
    '-0',
    '0.0',
    '0e5',
    '5',
    '5.0',
    '1.50',
    '15e-1',
    '1E3',
    '1e+3',
    '0.1',
    '0.001',
    '100',
    '-12.5',
    '5e-324',
  ])('is true of %s', (written) => {
    expect(isHeldExactly(written, Number(written))).toBe(true);
  });

  it('is true of the last whole number that no other one rounds to', () => {
    expect(isHeldExactly('9007199254740991', 9007199254740991)).toBe(true);
    expect(isHeldExactly('9007199254740991.000', 9007199254740991)).toBe(true);
  });

  it.each([
    ...['9007199254740991.4', '9007199254740993', '9007199254740992', '1e20', '1e400', '-1e400', '1e-400'],
    ...['1.00000000000000000001', '0.1000000000000000000001', '0.30000000000000001'],
  ])('is false of %s', (written) => {
    expect(isHeldExactly(written, Number(written))).toBe(false);
  });
});
