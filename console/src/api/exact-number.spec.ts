import { exact, ExactNumber, parseExactly } from './exact-number.js';

// Node 20 does not hand the source of a number to a reviver, as browsers do.
const HAS_SOURCE = (() => {
  let has = false;
  JSON.parse('1', (_name, _value, context?: { readonly source?: string }) => {
    has = context?.source === '1';
    return 1;
  });
  return has;
})();

describe('JSON with all its digits', () => {
  it('is what JSON.parse makes of it where a double holds every number', () => {
    const text = '{"a":[1,2.50,-0.1,1e3,null,true,"1234567890123456789"],"b":{}}';
    expect(parseExactly(text)).toEqual(JSON.parse(text));
  });

  it('keeps a number that a double would round, where the engine tells its source', () => {
    const parsed = parseExactly('[9007199254740993, 12345678901234567890.5, 0.1000000000000000, 1]');
    const kept = [new ExactNumber('9007199254740993'), new ExactNumber('12345678901234567890.5'), 0.1, 1];
    expect(parsed).toEqual(HAS_SOURCE ? kept : [9007199254740992, 12345678901234567000, 0.1, 1]);
  });

  it('takes a number as a double, however many zeros it is written with', () => {
    const sources = [
      '0.1000000000000000',
      '-12.50000000000000000',
      '1.0000000000000000e3',
      '100000000000000.00',
      '0.00000000000000000',
    ];
    expect(sources.map((source) => exact(Number(source), source))).toEqual(sources.map(Number));
    for (const source of ['1000000000000000001', '0.12345678901234567', '100000000000000.01']) {
      expect(exact(Number(source), source)).toEqual(new ExactNumber(source));
    }
  });

  it('is a number where it is drawn, and text where it is shown', () => {
    const value = new ExactNumber('9007199254740993');
    expect([Number(value), String(value)]).toEqual([9007199254740992, '9007199254740993']);
  });
});
