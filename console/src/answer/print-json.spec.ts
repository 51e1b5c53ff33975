import { ExactNumber } from '../api/exact-number.js';
import { jsonLines, jsonPreview } from './print-json.js';

describe('JSON over several lines', () => {
  it('is as JSON.stringify writes it', () => {
    const value = { a: [1, 'two', null, { b: true }], empty: [], none: {}, 'odd "name"': '<b>\n' };
    expect([...jsonLines(value)].join('\n')).toBe(JSON.stringify(value, null, 2));
  });

  it('has every digit', () => {
    expect([...jsonLines([new ExactNumber('9007199254740993')])]).toEqual(['[', '  9007199254740993', ']']);
  });

  it('fits on one line, of which so much is shown', () => {
    expect(jsonPreview({ a: [1, 2], b: 'c' })).toBe('{"a": [1, 2], "b": "c"}');
    expect(
      jsonPreview(
        Array.from({ length: 1000 }, (_, index) => index),
        10,
      ),
    ).toBe('[0, 1, 2, …');
  });
});
