import { QuernError } from '../errors/quern-error.js';
import { decodeComponent, parseQueryString } from './query-string.js';

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof QuernError ? error.code : String(error);
  }
}

describe('parseQueryString', () => {
  it.each<[string, [string, string[]][]]>([
    ['/path', []],
    ['/path?', []],
    ['/path?&&&', []],
    ['/path?a=1', [['a', ['1']]]],
    ['/path?a', [['a', ['']]]],
    ['/path?a=', [['a', ['']]]],
    ['/path?=1', [['', ['1']]]],
    ['/path?a=1=2', [['a', ['1=2']]]],
    ['/path?a=1?b=2', [['a', ['1?b=2']]]],
    ['/path?a=1&b=2&a=3', [['a', ['1', '3']], ['b', ['2']]]], // prettier-ignore
    ['/path?a%3Db=c%26d', [['a=b', ['c&d']]]],
    ['/path?a+b=c+d%2Be', [['a b', ['c d+e']]]],
    ['/path?%F0%9F%98%80=%C3%A9', [['😀', ['é']]]],
    ['/path?a[b]=1&a.c=2', [['a[b]', ['1']], ['a.c', ['2']]]], // prettier-ignore
    ['/path?__proto__=1&constructor=2', [['__proto__', ['1']], ['constructor', ['2']]]], // prettier-ignore
    ['/path?a=%00', [['a', ['\0']]]],
    ['/path?a;b=1', [['a;b', ['1']]]],
  ])('%s', (url, parameters) => {
    expect([...parseQueryString(url)]).toEqual(parameters);
  });

  it.each(['%', '%1', '%zz', '%u0041', '%80', '%C3', '%C0%80', '%ED%A0%80', '%F5%80%80%80'])(
    'refuses %s, in names and values',
    (text) => {
      expect(codeOf(() => parseQueryString(`/path?a=${text}`))).toBe('malformed_request');
      expect(codeOf(() => parseQueryString(`/path?${text}=a`))).toBe('malformed_request');
      expect(codeOf(() => decodeComponent(text))).toBe('malformed_request');
    },
  );

  it('takes 100 parameters and no more, whatever they are called', () => {
    const pairs = (count: number) => `/path?${Array<string>(count).fill('a=1').join('&')}`;
    expect(parseQueryString(pairs(100)).get('a')).toHaveLength(100);
    expect(codeOf(() => parseQueryString(pairs(101)))).toBe('too_many_parameters');
    // Before anything is decoded.
    expect(codeOf(() => parseQueryString(`${pairs(100)}&%zz`))).toBe('too_many_parameters');
  });
});
