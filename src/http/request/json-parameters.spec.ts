import { isHeldExactly } from './json-parameters.js';

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
