import { HostileClient } from '../support/hostile/client.js';
import { faultOfService, QUERY, startHostileService } from '../support/hostile/service.js';
import { HOSTILE_VALUES } from '../support/hostile/values.js';
import { type TestService, TOKEN } from '../support/service.js';

/** Patterns over which a backtracking engine would sit for years (the answer would be that its time was over), and those that are a burden by their size. */
const PATTERNS: readonly (readonly [pattern: string, status: 200 | 400])[] = [
  ['(a+)+$', 200],
  ['(a|a)*b', 200],
  ['(a|aa)+$', 200],
  ['(.*a){20}$', 200],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 200],
  ['(?:a?){30}a{30}', 200],
  ['((a{0,5}){0,5}){0,5}$', 200],
  ['.*.*.*.*.*.*.*.*.*.*=.*', 200],
  ['(?i)(?s)\\p{Greek}*$', 200],
  ['(a{1000}){1000}', 400],
  ['((((a{10}){10}){10}){10}){10}', 400],
  ['a{1001}', 400],
  ['(a+)\\1', 400],
  ['(?=a)a', 400],
  ['(?<=a)a', 400],
  ['(?R)', 400],
];

describe('hostile values', () => {
  let service: TestService;
  let client: HostileClient;
  const call = async (endpoint: string, values: Readonly<Record<string, string>>) => {
    const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const { status, body } = await client.call(`${QUERY}/${endpoint}?${query.join('&')}`, { 'x-api-key': TOKEN });
    return {
      status,
      body: JSON.parse(body) as { result?: Record<string, unknown>[]; errors?: { parameter: string }[] },
    };
  };

  beforeAll(async () => {
    service = await startHostileService();
    client = new HostileClient(service.base);
  });

  afterAll(async () => {
    expect(await faultOfService(service)).toBeUndefined();
    client.close();
    await service.close();
  });

  it.each(['text', 'list', 'constructor', 'number', 'ratio', 'flag', 'at', 'day', 'choice'])(
    'are refused by %s, or come out as they went in',
    async (parameter) => {
      const corpus = HOSTILE_VALUES.filter(([name]) => name === parameter);
      const outcomes = await Promise.all(
        corpus.map(async ([, text]) => {
          const { status, body } = await call('echo', { [parameter]: text });
          const value = body.result?.[0]?.[parameter] ?? body.errors?.map((each) => each.parameter);
          return [text, status, value];
        }),
      );
      expect(outcomes).toEqual(
        corpus.map(([, text, value]) => (value === undefined ? [text, 400, [parameter]] : [text, 200, value])),
      );
    },
  );

  it.each(PATTERNS)('cannot make a regular expression slow: %s', async (pattern, status) => {
    const counts = await call('usage.api-counts', { project: pattern, interval: 'minutely' });
    const long = await call('pattern', { pattern, text: 'a'.repeat(10_000) });
    expect([counts.status, long.status]).toEqual([status, status]);
  });

  it.each([
    ['deep', `${'('.repeat(5000)}a${')'.repeat(5000)}`],
    ['long', 'a*'.repeat(3000)],
    ['wide', Array.from({ length: 2000 }, (_, number) => `a${number}`).join('|')],
    ['nested in repetitions', `${'('.repeat(400)}a${')*'.repeat(400)}`],
  ])('cannot make it so by a pattern that is %s', async (_, pattern) => {
    const { status } = await call('pattern', { pattern, text: 'a' });
    expect([200, 400]).toContain(status);
  });
});
