import { keyInHash } from '../key/first-link.js';
import { hashOf, NOWHERE, placeOf, queryOf } from './place.js';

describe('the hash of the address', () => {
  it.each([
    ['#/usage.api-counts', { endpoint: 'usage.api-counts', view: undefined, values: new Map() }],
    [
      '#/usage.api-counts/chart?project=demo&ids=1&ids=2',
      {
        endpoint: 'usage.api-counts',
        view: 'chart',
        values: new Map([
          ['project', ['demo']],
          ['ids', ['1', '2']],
        ]),
      },
    ],
  ])('%s is a place, and the place is that', (hash, place) => {
    expect(placeOf(hash)).toEqual(place);
    expect(hashOf(place)).toBe(hash);
  });

  it('keeps any value as it is', () => {
    const values = new Map([['q', ['ø & ? # / % + "\'<>']]]);
    const place = { endpoint: 'a.b', view: 'json', values };
    expect(placeOf(hashOf(place))).toEqual(place);
  });

  it.each(['', '#', '#/', '#key=abc', '#/a/b/c', 'usage'])('%j is nowhere', (hash) => {
    expect(placeOf(hash)).toEqual(NOWHERE);
  });

  it('is read even where it is not encoded right', () => {
    expect(placeOf('#/%zz').endpoint).toBe('%zz');
  });

  it('leaves out what is empty, as the service does', () => {
    expect(
      queryOf(
        new Map([
          ['a', ['']],
          ['b', ['1', '', '2']],
        ]),
      ),
    ).toBe('b=1&b=2');
  });
});

describe('the link of a first start', () => {
  it.each([
    ['#key=quern_abc', { key: 'quern_abc', rest: '' }],
    ['#key=quern_abc/usage.api-counts?project=demo', { key: 'quern_abc', rest: '#/usage.api-counts?project=demo' }],
    ['#key=a%2Fb%25', { key: 'a/b%', rest: '' }],
  ])('%s has a key and what is to be seen', (hash, found) => {
    expect(keyInHash(hash)).toEqual(found);
  });

  it.each(['', '#/usage.api-counts?key=1', '#key='])('%j has none', (hash) => {
    expect(keyInHash(hash)).toBeUndefined();
  });
});
