import { ALL_SCOPES, covers, isAdmin, type Key, mayForceRuns, mayReadMetrics, maySeeCost } from './key.js';

const ID = '0b6e0d5c-6a35-4f6e-9d0f-3f1f5f0f0a01';

function keyWith(...scopes: string[]): Key {
  return { id: 'test', scopes, bind: new Map() };
}

describe('covers', () => {
  it.each([
    ['usage.api-counts', 'usage.api-counts'],
    ['usage.*', 'usage.api-counts'],
    ['usage.*', 'usage.'],
    ['*', 'usage.api-counts'],
    ['*', 'admin'],
    ['adm*', 'admin'],
    ['*.all', 'logs.all'],
    ['logs.*.daily', 'logs.edge.eu.daily'],
    ['*a*b*', 'xaxbx'],
    ['***', 'x'],
    ['ab*ab', 'abab'],
    [ID, 'usage.api-counts'],
    [ID.toUpperCase(), 'usage.api-counts'],
  ])('%s covers %s', (scope, name) => {
    expect(covers(keyWith(scope), { id: ID, name })).toBe(true);
  });

  it.each([
    ['usage', 'usage.api-counts'],
    ['usage.*', 'usage'],
    ['usage.*', 'Usage.api-counts'],
    ['usage.*', 'my.usage.api-counts'],
    ['*.all', 'logs.all.eu'],
    ['usage.api-counts', 'usageXapi-counts'],
    ['ab*ab', 'ab'],
    ['ab*b*ab', 'abab'],
    ['*a*b*', 'ba'],
    ['admin', 'admin'],
    ['metrics', 'metrics'],
    ['cache:refresh', 'cache.refresh'],
    ['', 'x'],
    ['0b6e0d5c-*', 'usage.api-counts'],
  ])('%s does not cover %s', (scope, name) => {
    expect(covers(keyWith(scope), { id: ID, name })).toBe(false);
  });

  it('needs one of the scopes, and without any covers nothing', () => {
    const endpoint = { id: ID, name: 'logs.all' };
    expect(covers(keyWith('usage.*', 'logs.*'), endpoint)).toBe(true);
    expect(covers(keyWith(), endpoint)).toBe(false);
  });

  it('answers at once where a regular expression would backtrack', () => {
    const name = `${'a'.repeat(127)}b`;
    expect(covers(keyWith('*a'.repeat(60)), { id: ID, name })).toBe(false);
  });
});

describe('isAdmin', () => {
  it('wants `admin` by name; no glob stands for it', () => {
    expect(isAdmin(keyWith('*', 'admin'))).toBe(true);
    expect(isAdmin(keyWith('*', 'adm*', 'ADMIN'))).toBe(false);
  });
});

describe('mayForceRuns', () => {
  it('wants `cache:refresh` by name; no glob stands for it', () => {
    expect(mayForceRuns(keyWith('*', 'cache:refresh'))).toBe(true);
    expect(mayForceRuns(keyWith('*', 'admin', 'cache*', '*refresh', 'cache.refresh', 'CACHE:REFRESH'))).toBe(false);
  });
});

describe('mayReadMetrics', () => {
  it('wants `metrics` by name; no glob stands for it', () => {
    expect(mayReadMetrics(keyWith('metrics'))).toBe(true);
    expect(mayReadMetrics(keyWith('*', 'admin', 'cache:refresh', 'metric*', 'METRICS'))).toBe(false);
  });
});

describe('maySeeCost', () => {
  it('wants `cost` by name, which names no endpoint; no glob stands for it', () => {
    expect(maySeeCost(keyWith('cost'))).toBe(true);
    expect(maySeeCost(keyWith('*', 'admin', 'cache:refresh', 'metrics', 'cos*', 'COST'))).toBe(false);
    expect(covers(keyWith('cost'), { id: ID, name: 'cost' })).toBe(false);
  });
});

describe('every scope', () => {
  it('is every endpoint, the listing, runs at will, costs and metrics', () => {
    const key = keyWith(...ALL_SCOPES);
    const rights = [isAdmin(key), mayForceRuns(key), mayReadMetrics(key), maySeeCost(key)];
    expect([...rights, covers(key, { id: ID, name: 'logs.all' })]).toEqual([true, true, true, true, true]);
  });
});
