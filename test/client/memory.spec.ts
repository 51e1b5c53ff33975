import * as client from '../../src/client/client.js';
import { Memory } from '../../src/client/memory.js';

describe('what the client remembers', () => {
  const headers = new Headers({ ETag: '"1"' });
  const remembered = (max: number, ...texts: readonly string[]) => {
    const memory = new Memory();
    for (const [index, text] of texts.entries()) memory.keep(String(index), text, headers, max);
    return [...memory.keys()];
  };

  it('is what was asked for last, as far as there is room', () => {
    expect(remembered(20, 'a'.repeat(9), 'b'.repeat(9), 'c'.repeat(5))).toEqual(['1', '2']);
  });

  it('is not pushed out by an answer that is too large for it', () => {
    expect(remembered(20, 'a', 'b', 'c'.repeat(100))).toEqual(['0', '1']);
  });

  it('has one answer to each call, the latest, and counts no other', () => {
    const memory = new Memory();
    for (const text of ['a'.repeat(9), 'b'.repeat(9), 'c'.repeat(9)]) memory.keep('call', text, headers, 20);
    memory.keep('other', 'd', headers, 20);
    expect([...memory].map(([call, { text }]) => [call, text[0]])).toEqual([
      ['call', 'c'],
      ['other', 'd'],
    ]);
  });

  it('is nothing of an answer that may not be stored', () => {
    const memory = new Memory();
    memory.keep('call', 'a', new Headers({ ETag: '"1"', 'Cache-Control': 'no-store' }), 20);
    expect([...memory]).toEqual([]);
  });
});

it('the client has no names but those that are promised', () => {
  expect(Object.keys(client).sort()).toEqual(['QuernProblem', 'createClient']);
});
