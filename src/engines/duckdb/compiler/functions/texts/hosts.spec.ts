import { useDuckDb } from '../../../../../../test/support/duckdb.js';
import { macros } from '../../../macros/macros.js';

/** A URL, its host, and the domain in it that somebody has registered. */
const URLS: readonly (readonly [url: string, host: string | null, domain: string | null])[] = [
  ['', null, null],
  ['http://abc.xyz', 'abc.xyz', 'abc.xyz'],
  ['//user:password@a.b:80/path?query', 'a.b', null],
  ['https://[::1]:80', '[::1]', null],
  ['http://例子.卷筒纸.中国', '例子.卷筒纸.中国', '卷筒纸.中国'],
  ['http://卷筒纸.XN--fiqs8s/', '卷筒纸.XN--fiqs8s', '卷筒纸.XN--fiqs8s'],
  ['http://www.bücher.de', 'www.bücher.de', 'bücher.de'],
  ['    www.Example.Co.UK    ', 'www.Example.Co.UK', 'Example.Co.UK'],
  ['mailto:?to=&subject=&body=', 'mailto', null],
  // Where the host begins.
  ['mailto:ann@example.com', 'example.com', 'example.com'],
  ['https://a@b@api.example.com/x@y.org', 'api.example.com', 'example.com'],
  ['https:\\\\api.example.com\\a', 'api.example.com', 'example.com'],
  ['https:/api.example.com', 'https', null],
  ['/rest/v1/orders?from=http://example.com', null, null],
  [':example.com', null, null],
  ['://example.com', 'example.com', 'example.com'],
  ['///example.com', null, null],
  ['a.example.com://b.example.org', 'b.example.org', 'example.org'],
  // Where it ends.
  ['api.example.com?u=http://x.org', 'api.example.com', 'example.com'],
  ['api.example.com#a@b', 'api.example.com', 'example.com'],
  ['api.example.com:443:80/', 'api.example.com', 'example.com'],
  ['http://[[::1]]:80', '[[', null],
  ['http://x@[2001:db8::1', '[2001:db8::1', null],
  ['http://[2001/db8]', '[2001', null],
  ['.[::1]', '[', null],
  ['http://two words.com/a b', 'two words.com', 'two words.com'],
  // Dots.
  ['http://..api.example.com../', 'api.example.com.', 'example.com.'],
  ['http://api..example.com', 'api..example.com', null],
  ['http://.', null, null],
  // Public suffixes.
  ['com', 'com', null],
  ['co.uk.', 'co.uk.', null],
  ['http://localhost:54321', 'localhost', null],
  ['http://10.0.0.1', '10.0.0.1', null],
  ['https://x.functions.supabase.co', 'x.functions.supabase.co', 'supabase.co'],
  ['https://ann.github.io', 'ann.github.io', 'github.io'],
  ['https://a.b.c.pvt.k12.ma.us', 'a.b.c.pvt.k12.ma.us', 'c.pvt.k12.ma.us'],
  // `*.ck`, and `!www.ck`.
  ['https://a.b.ck', 'a.b.ck', 'a.b.ck'],
  ['https://b.ck', 'b.ck', null],
  ['https://a.www.ck', 'a.www.ck', 'www.ck'],
  ['https://a.b.c.kobe.jp', 'a.b.c.kobe.jp', 'b.c.kobe.jp'],
  ['https://a.city.kobe.jp', 'a.city.kobe.jp', 'city.kobe.jp'],
];

describe('hosts of URLs', () => {
  const database = useDuckDb();

  it('are where BigQuery finds them, and so are the domains that somebody has registered', async () => {
    const urls = URLS.map(([url], place) => `STRUCT(${place} AS place, r'''${url}''' AS url)`);
    const rows = await database.rows(
      `SELECT url, NET.HOST(url), net.reg_domain(url) FROM UNNEST([${urls.join(', ')}]) ORDER BY place`,
    );
    expect(rows).toEqual(URLS);
  });

  it.each([
    ['NET.HOST(CAST(NULL AS STRING))', null],
    ['NET.REG_DOMAIN(CAST(NULL AS STRING))', null],
    [`SAFE.NET.HOST('http://a.b')`, 'a.b'],
    [`SAFE.NET.REG_DOMAIN('http://a.com.')`, 'a.com.'],
    // The longest host has as many labels as a URL has letters.
    [`NET.REG_DOMAIN(CONCAT(REPEAT('a.', 100000), 'com'))`, 'a.com'],
    [`NET.HOST(REPEAT('@', 100000))`, null],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    ['NET.HOST(1)', 'no NET.HOST(INT64)'],
    [`NET.REG_DOMAN('a')`, 'function NET.REG_DOMAN (did you mean NET.REG_DOMAIN?) is not supported'],
    [`NET.PUBLIC_SUFFIX('a')`, 'function NET.PUBLIC_SUFFIX is not supported'],
    [`OTHER.NET.HOST('a')`, 'function OTHER.NET.HOST is not supported'],
    [`SAFE.OTHER.HOST('a')`, 'function SAFE.OTHER.HOST is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });

  it('are told by rules of no more labels than are looked at', () => {
    const rules = Array.from((macros().get('bq_is_suffix_rule') ?? '').matchAll(/'([^']+)'/g), ([, rule = '']) => rule);
    expect(rules.length).toBeGreaterThan(7000);
    expect(Math.max(...rules.map((rule) => rule.split('.').length))).toBe(4);
  });
});
