import { QuernError } from '../errors/quern-error.js';
import { bindParameters } from './bind-parameters.js';
import { canonicalKey } from './canonical-key.js';
import { type ParameterDeclaration, bareParameter } from './parameter.js';

function declare(name: string, more: Partial<ParameterDeclaration> = {}): ParameterDeclaration {
  return { ...bareParameter(name, 'string'), ...more };
}

const project = declare('project', { required: true });
const count = declare('count', { type: 'integer' });
const ids = declare('ids', { type: 'integer', array: true, default: [] });

/** What a URL's query string holds. */
function query(text: string): Map<string, string[]> {
  const search = new URLSearchParams(text);
  return new Map(Array.from(search.keys(), (name) => [name, search.getAll(name)]));
}

function values(declarations: readonly ParameterDeclaration[], text: string, bound = {}) {
  return bindParameters(declarations, query(text), new Map(Object.entries(bound))).values.map(({ value }) => value);
}

function failure(run: () => unknown): QuernError {
  try {
    run();
  } catch (error) {
    if (error instanceof QuernError) return error;
  }
  throw new Error('No QuernError was thrown.');
}

describe('bindParameters', () => {
  it('gives typed values in the order of the declarations', () => {
    expect(values([project, count, ids], 'ids=2&count=5&project=abc&ids=&ids=01')).toEqual(['abc', 5n, [2n, 1n]]);
  });

  it('takes an empty string for a missing value', () => {
    const tier = declare('tier', { default: 'FREE' });
    expect(values([tier, count, ids], 'tier=&count=&ids=')).toEqual(['FREE', null, []]);
    expect(values([tier, count, ids], '')).toEqual(['FREE', null, []]);
  });

  it('tells all problems at once', () => {
    const error = failure(() => values([project, count, ids], 'count=1&count=2&ids=3&ids=x'));
    expect([error.code, error.status]).toEqual(['invalid_parameters', 400]);
    expect(error.detail).toBe('3 parameters are wrong; `errors` lists them.');
    expect(error.errors).toEqual([
      { parameter: 'project', detail: '"project" is required.' },
      { parameter: 'count', detail: '"count" must be given once, not 2 times.' },
      { parameter: 'ids', detail: expect.stringMatching(/^"ids" must be a whole number, not "x"\.$/) as string },
    ]);
  });

  it.each([
    ['statuses=paid,new', '; repeat an array parameter for each of its elements, as in `statuses=paid&statuses=new`.'],
    ['statuses=["paid", "new"]', '`statuses=paid&statuses=new`.'],
    ['statuses=paid; new;old', '`statuses=paid&statuses=new`.'],
    ['statuses=paid&statuses=new|old', '`statuses=new&statuses=old`.'],
    ['statuses=paid,%C3%A9%26%60', '`statuses=paid&statuses=%C3%A9%26%60`.'],
    ['statuses=sent to', 'not "sent to".'],
    ['statuses=sent', 'not "sent".'],
    ['statuses=sent,', 'not "sent,".'],
    ['ids=1,2', 'not "1,2"; repeat an array parameter for each of its elements, as in `ids=1&ids=2`.'],
    ['one=paid,new', 'not "paid,new".'],
  ])('tells how an array is written where a list stands in one element, and nowhere else: %s', (text, end) => {
    const declarations = [
      declare('statuses', { array: true, enum: ['paid', 'new'], default: [] }),
      ids,
      declare('one', { enum: ['paid', 'new'] }),
    ];
    const { detail } = failure(() => values(declarations, text));
    expect(detail.slice(-end.length)).toBe(end);
  });

  it('takes a list for one text where it may be one', () => {
    expect(values([declare('words', { array: true, default: [] })], 'words=a,b')).toEqual([['a,b']]);
  });

  it('ignores names that are not declared, or refuses them when it is told to be strict', () => {
    expect(bindParameters([project], query('project=a&y=b&x=')).ignored).toEqual(['y', 'x']);
    const strict = () => bindParameters([project], query('project=a&projct=b'), undefined, { strict: true });
    expect(failure(strict).detail).toBe('"projct" is not a parameter of this endpoint. Did you mean "project"?');
  });

  it('refuses names that look like slips of declared ones, strict or not, and in one list with what else is wrong', () => {
    const error = failure(() => values([project, count, ids], 'Project=a&count=x&ids[0]=1&other=1&cuont='));
    expect(error.errors).toEqual([
      { parameter: 'project', detail: '"project" is required.' },
      { parameter: 'count', detail: expect.stringContaining('whole number') as string },
      { parameter: 'Project', detail: '"Project" is not a parameter of this endpoint. Did you mean "project"?' },
      { parameter: 'ids[0]', detail: '"ids[0]" is not a parameter of this endpoint. Did you mean "ids"?' },
      { parameter: 'cuont', detail: '"cuont" is not a parameter of this endpoint. Did you mean "count"?' },
    ]);
    const also = () => bindParameters([], query('SQL=SELECT'), undefined, { reserved: ['sql'] });
    expect(failure(also).detail).toContain('Did you mean "sql"?');
    expect(bindParameters([], query('SQL=SELECT')).ignored).toEqual(['SQL']);
  });

  it('takes `ids[]` for `ids` where that is an array', () => {
    expect(values([ids], 'ids[]=2&ids[]=1')).toEqual([[2n, 1n]]);
    expect(values([ids], 'ids[]=2&ids=3&ids[]=1')).toEqual([[3n, 2n, 1n]]);
    expect(bindParameters([ids], query('ids[]=2'), undefined, { strict: true }).ignored).toEqual([]);
    expect(failure(() => values([count], 'count[]=1')).detail).toContain('Did you mean "count"?');
    // What the key is bound to holds for that spelling as well.
    expect(values([ids], 'ids[]=7', { ids: '7' })).toEqual([[7n]]);
    expect(failure(() => values([ids], 'ids[]=8', { ids: '7' })).code).toBe('forbidden');
  });

  it('takes `ids[]` for the parameter that is literally called so', () => {
    const literal = declare('ids[]');
    expect(values([ids, literal], 'ids[]=2&ids=1')).toEqual([[1n], '2']);
  });

  it('prefers what the key is bound to, and forbids anything else', () => {
    expect(values([project, count], '', { project: 'abc' })).toEqual(['abc', null]);
    expect(values([project, count], 'project=abc&count=1', { project: 'abc', count: '01' })).toEqual(['abc', 1n]);
    for (const [text, bound] of [
      ['project=other&count=x', { project: 'abc' }],
      ['project=abc&project=other', { project: 'abc' }],
      ['', { project: '' }],
      ['project=a', { count: 'x' }],
      ['project=a', { tenant: 'abc' }],
    ] as const) {
      expect(failure(() => values([project, count], text, bound)).code).toBe('forbidden');
    }
    expect(failure(() => values([project], 'project=abc&project=abc', { project: 'abc' })).code).toBe(
      'invalid_parameters',
    );
    for (const text of ['', 'ids=7', 'ids=', 'ids=&ids=', 'ids=7&ids=07', 'ids=&ids=7']) {
      expect(values([ids], text, { ids: '7' })).toEqual([[7n]]);
    }
  });

  it('never has a default stand in for what the key is bound to', () => {
    const tier = declare('tier', { enum: ['free', 'pro'], default: 'free', otherwiseDefault: true });
    expect(values([tier], '', { tier: 'pro' })).toEqual(['pro']);
    expect(failure(() => values([tier], '', { tier: 'gold' })).code).toBe('forbidden');
  });

  it('knows no names but the declared ones', () => {
    const odd = [declare('__proto__'), declare('constructor')];
    expect(values(odd, '__proto__=a&constructor=b')).toEqual(['a', 'b']);
    expect(values(odd, '')).toEqual([null, null]);
    expect(bindParameters([], query('__proto__=a&toString=b')).ignored).toEqual(['__proto__', 'toString']);
  });
});

describe('canonicalKey', () => {
  const key = (declarations: readonly ParameterDeclaration[], text: string) =>
    canonicalKey(bindParameters(declarations, query(text)).values);

  it('is the same for the same values, however they are spelled', () => {
    const at = declare('at', { type: 'timestamp' });
    const ratio = declare('ratio', { type: 'number' });
    expect(key([at, ratio], 'at=2026-01-01&ratio=-0&x=1')).toBe(
      key([at, ratio], 'ratio=0.0&at=2026-01-01T01:00%2B01:00'),
    );
  });

  it('differs for any other values', () => {
    const text = declare('p');
    const number = declare('p', { type: 'number' });
    const integer = declare('p', { type: 'integer' });
    const texts = declare('p', { array: true, default: [] });
    const keys = [
      key([text], 'p=5'),
      key([number], 'p=5'),
      key([integer], 'p=5'),
      key([text], ''),
      key([text], 'p=null'),
      key([text], 'p={"bigint":"5"}'),
      key([texts], ''),
      key([texts], 'p=a&p=b'),
      key([texts], 'p=a,b'),
      key([texts], 'p=a","b'),
      key([declare('a'), declare('b')], 'a=1'),
      key([declare('a'), declare('b')], 'b=1'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
