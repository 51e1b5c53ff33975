import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const IDS = ['a1111111-1111-4111-8111-111111111111', 'b2222222-2222-4222-8222-222222222222'] as const;
const GOOD = endpointFile({ name: 'a', id: IDS[0], query: "SELECT 'good' AS text" });
const OTHER = endpointFile({ name: 'b', id: IDS[1], query: "SELECT 'other' AS text" });

interface ListedProblem {
  readonly file: string;
  readonly code: string;
}

interface Listing {
  readonly result: readonly { name: string; state: string; problems: readonly ListedProblem[] }[];
  readonly problems: readonly ListedProblem[];
}

describe('a file that is broken while the service runs', () => {
  let service: TestService;

  const said = async (name: string): Promise<string | number> => {
    const answer = await service.get(`/api/endpoints/query/${name}`);
    if (answer.status !== 200) return answer.status;
    return ((await answer.json()) as { result: { text: string }[] }).result[0]?.text ?? '';
  };
  const listing = async () => (await (await service.get('/api/endpoints')).json()) as Listing;
  /** The codes of the first endpoint's problems. */
  const codes = async () => (await listing()).result[0]?.problems.map(({ code }) => code) ?? [];
  const readiness = async () => {
    const answer = await service.get('/readyz', {});
    const { checks, ...summary } = (await answer.json()) as { readonly checks: object };
    expect(checks).toBeDefined();
    return [answer.status, summary];
  };
  const logged = (text: string) => service.log.filter((line) => line.includes(text)).length;

  beforeEach(async () => {
    service = await startService({ endpoints: { 'a.yaml': GOOD } });
  });

  afterEach(async () => service.close());

  it.each([
    ['no YAML', 'id: [', 'yaml_syntax'],
    ['an unknown key', GOOD.replace('"name"', '"nmae"'), 'invalid_value'],
    ['a query that the engine refuses', GOOD.replace("'good'", 'no_such_column'), 'query_refused'],
    ['nothing', '', 'invalid_value'],
  ])('leaves its last good version serving: %s', async (_, text, code) => {
    await service.writeEndpoint('a.yaml', text);
    await eventually(async () => (await codes()).includes(code));
    expect(await said('a')).toBe('good');
    expect((await listing()).result[0]?.state).toBe('outdated');
    expect((await listing()).problems).toEqual([]);
  });

  it('is told of in the log once, and in /readyz until it is corrected', async () => {
    expect(await readiness()).toEqual([200, { status: 'ok' }]);
    await service.writeEndpoint('a.yaml', 'id: [');
    await eventually(async () => (await codes()).length > 0);
    expect(await readiness()).toEqual([200, { status: 'degraded', endpoints: 'outdated' }]);
    await service.writeEndpoint('b.yaml', OTHER);
    await eventually(async () => (await said('b')) === 'other');
    expect(logged('a.yaml:1:')).toBe(1);
    await service.writeEndpoint('a.yaml', GOOD.replace('good', 'corrected'));
    await eventually(async () => (await said('a')) === 'corrected');
    expect(await readiness()).toEqual([200, { status: 'ok' }]);
    expect(logged('a.yaml: no problems any more')).toBe(1);
    expect((await listing()).result.map(({ state, problems }) => [state, problems])).toEqual([
      ['serving', []],
      ['serving', []],
    ]);
  });

  it('is listed beside the endpoints when it never was good', async () => {
    await service.writeEndpoint('new.yaml', 'id: [');
    await eventually(async () => (await listing()).problems.length === 1);
    const { result, problems } = await listing();
    expect(problems).toEqual([expect.objectContaining({ code: 'yaml_syntax', severity: 'error', line: 1, column: 6 })]);
    expect(problems[0]?.file).toMatch(/new\.yaml$/);
    expect(result.map(({ state }) => state)).toEqual(['serving']);
  });

  it('is listed no more when it is removed', async () => {
    await service.writeEndpoint('new.yaml', 'id: [');
    await eventually(async () => (await listing()).problems.length === 1);
    await rm((await listing()).problems[0]?.file ?? '');
    await eventually(async () => (await listing()).problems.length === 0);
  });

  it('does not take the id of another one', async () => {
    await service.writeEndpoint('0.yaml', GOOD.replace('good', 'usurper').replace('"a"', '"usurper"'));
    await eventually(async () => (await listing()).problems.length === 1);
    expect((await listing()).problems[0]?.code).toBe('duplicate');
    expect([await said('a'), await said(IDS[0]), await said('usurper')]).toEqual(['good', 'good', 404]);
  });

  it('gives its id to whoever has it now', async () => {
    await service.writeEndpoint('a.yaml', 'id: [');
    await eventually(async () => (await codes()).length > 0);
    await service.writeEndpoint('b.yaml', GOOD.replace('good', 'heir'));
    await eventually(async () => (await said('a')) === 'heir');
    expect((await listing()).problems.map(({ code }) => code)).toEqual(['yaml_syntax']);
  });
});

describe('a file that is broken at the start', () => {
  it('refuses the start', async () => {
    await expect(startService({ endpoints: { 'a.yaml': GOOD, 'b.yaml': 'id: [' } })).rejects.toThrow(
      join('endpoints', 'b.yaml:1:6'),
    );
  });
});
