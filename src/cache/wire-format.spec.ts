import { type CachedResult } from './cached-result.js';
import { decodeResult, encodeResult } from './wire-format.js';

const RESULT: CachedResult = {
  body: Buffer.from('{"result":[]}'),
  hash: 'h',
  columns: [],
  coded: {},
  rows: 0,
  truncated: false,
  createdAt: 1,
  modifiedAt: 0,
  requests: 0,
};

describe('a result on its way to another replica', () => {
  it.each([undefined, 'WzEs'])('keeps where the next page begins: %s', (next) => {
    expect(decodeResult(encodeResult({ ...RESULT, next }))?.next).toBe(next);
  });

  it('keeps how its tables were', () => {
    expect(decodeResult(encodeResult({ ...RESULT, tables: 'a', isVerified: true }))).toMatchObject({
      tables: 'a',
      isVerified: true,
    });
    expect(decodeResult(encodeResult({ ...RESULT, tables: 5 as never }))).toBeUndefined();
  });

  it('keeps what its run has cost', () => {
    const cost = { milliseconds: 1.5, bytesBilled: 10 };
    expect(decodeResult(encodeResult({ ...RESULT, cost }))?.cost).toEqual(cost);
    expect(decodeResult(encodeResult({ ...RESULT, cost: { milliseconds: 'x' } as never }))).toBeUndefined();
  });

  it('is none where that is no text', () => {
    const [header = '', body = ''] = encodeResult({ ...RESULT, next: 'WzEs' })
      .toString()
      .split('\n');
    const other = header.replace('"WzEs"', '5');
    expect(other).not.toBe(header);
    expect(decodeResult(Buffer.from(`${other}\n${body}`))).toBeUndefined();
  });

  it.each([undefined, null, 5, { body: -1 }, { body: '13' }])('is none with %j for its lengths', (lengths) => {
    const [header = '', body = ''] = encodeResult(RESULT).toString().split('\n');
    const other = JSON.stringify({ ...(JSON.parse(header) as object), lengths });
    expect(decodeResult(Buffer.from(`${other}\n${body}`))).toBeUndefined();
  });
});
