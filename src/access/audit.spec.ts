import { audit, auditBindings } from './audit.js';
import { type Key } from './key.js';

const key = (id: string, rest: Partial<Key> = {}): Key => ({
  id,
  scopes: ['usage.*'],
  bind: new Map(),
  expiresAt: new Date('2027-01-01'),
  ...rest,
});
const HOME = {
  host: '127.0.0.1',
  trustedProxies: 0,
  apiKey: undefined,
  metricsPort: undefined,
  metricsHost: '127.0.0.1',
};

describe('the audit of a set-up', () => {
  it('finds nothing where nothing is weak', () => {
    expect(audit(HOME, [key('board'), key('ops', { scopes: ['admin'] }), key('all', { scopes: ['*'] })])).toEqual([]);
  });

  it.each([
    ['0.0.0.0', 0, true],
    ['::', 0, true],
    ['10.1.2.3', 0, true],
    ['127.example.com', 0, true],
    ['10.1.2.3', 1, false],
    ['127.0.0.2', 0, false],
    ['::1', 0, false],
    ['localhost', 0, false],
  ])('of %s with %i proxies', (host, trustedProxies, isWeak) => {
    const warnings = audit({ ...HOME, host, trustedProxies }, []);
    expect(warnings).toHaveLength(isWeak ? 1 : 0);
    if (isWeak) expect(warnings[0]).toContain('QUERN_TRUST_PROXY');
  });

  it('warns of the one token for everything beyond loopback, without saying it', () => {
    const apiKey = 'a-secret-that-is-nobody-else’s';
    expect(audit({ ...HOME, apiKey }, [])).toEqual([]);
    const warnings = audit({ ...HOME, host: '0.0.0.0', trustedProxies: 1, apiKey }, []);
    expect(warnings).toEqual([expect.stringContaining('QUERN_API_KEY may do everything')]);
    expect(warnings.join('\n')).not.toContain('secret');
  });

  it('warns of metrics that are read without a key beyond loopback', () => {
    expect(audit({ ...HOME, metricsHost: '0.0.0.0' }, [])).toEqual([]);
    expect(audit({ ...HOME, metricsPort: 9090 }, [])).toEqual([]);
    expect(audit({ ...HOME, metricsPort: 9090, metricsHost: '::' }, [])).toEqual([
      expect.stringContaining('QUERN_METRICS_PORT listens on :: without a key'),
    ]);
  });

  it('names keys without end, and those that may do everything', () => {
    const forever = { id: 'cron', scopes: ['usage.*'], bind: new Map() };
    expect(audit(HOME, [forever, key('root', { scopes: ['*', 'admin'] })])).toEqual([
      'Keys that never expire: `cron`; give them `expires`, and rotate them.',
      'Keys that read every endpoint and the listing of them: `root`; give `admin` to keys of its own.',
    ]);
  });

  it('names endpoints that bound keys can call unbound, not at any length', () => {
    const endpoints = 'abcdefg'.split('').map((name) => ({ name, bound: name === 'a' ? ['project'] : [] }));
    expect(auditBindings([key('board')], endpoints)).toEqual([]);
    const [warning, ...more] = auditBindings([key('tenant', { bind: new Map([['project', 'x']]) })], endpoints);
    expect(warning).toContain('bound to `project`');
    expect(warning).toContain('`b`, `c`, `d`, `e`, `f` and 1 more;');
    expect(more).toEqual([]);
  });
});
