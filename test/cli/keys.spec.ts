import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/processes/command-line.js';
import { endpointFile } from '../support/endpoint-file.js';

const ID = '7d1c9a52-3e0b-4a6f-8f5d-0b6c1f2a9e34';

const ENDPOINTS = {
  'counts.yaml': endpointFile({
    id: ID,
    name: 'usage.counts',
    parameters: { project: { type: 'string' }, interval: { type: 'string' } },
    query: 'SELECT @project, @interval',
  }),
  'levels.yaml': endpointFile({
    name: 'levels',
    parameters: { level: { type: 'integer', required: true, max: 5 }, tenant: { type: 'string', required: true } },
    bound: ['tenant'],
    query: 'SELECT @level, @tenant',
  }),
  'deep/notes.yml': 'name: "logs.notes" # as in the docs\nparameters:\n  tag: { type: string }\nquery: SELECT 1\n',
  'broken.yaml': 'name: [broken',
  'nameless.yaml': 'query: SELECT 1',
};

describe('quern keys create', () => {
  let folder: string;

  const create = async (...args: readonly string[]) =>
    runCommand(['keys', 'create', 'dashboard', ...args], {
      QUERN_ENDPOINTS: join(folder, 'endpoints'),
      QUERN_KEYS_FILE: join(folder, 'keys.yaml'),
    });
  /** What it says beside where the key is. */
  const warnings = async (...args: readonly string[]) => {
    const { status, out, err } = await create(...args);
    // It warns, and makes the key all the same.
    expect([status, out]).toEqual([0, expect.stringMatching(/^quern_[\w-]{43}\n$/)]);
    expect(await readFile(join(folder, 'keys.yaml'), 'utf8')).toContain('id: dashboard');
    await rm(join(folder, 'keys.yaml'));
    const lines = err.trimEnd().split('\n');
    expect(lines.pop()).toMatch(/^Key dashboard is in .*keys\.yaml\. Its token is shown this once:$/);
    return lines;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-keys-'));
    await mkdir(join(folder, 'endpoints/deep'), { recursive: true });
    for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
  });

  afterEach(async () => rm(folder, { recursive: true }));

  it.each([
    [['-s', 'usage.*']],
    [['-s', '*']],
    [['-s', 'logs.notes', '-s', 'admin', '-s', 'cache:refresh']],
    [['-s', ID, '-b', 'project=demo']],
    [['-s', ID.toUpperCase(), '-b', 'project=demo']],
    [['-s', '*', '-b', 'project=demo']],
    [['-s', '*', '-b', 'level=3', '-b', 'tenant=a']],
    [['-s', 'admin']],
    [['-s', 'metrics']],
  ])('says nothing of rights that lead somewhere: %j', async (args) => {
    expect(await warnings(...args)).toEqual([]);
  });

  it.each([
    ['2099-03-01', '2099-03-01T00:00:00Z'],
    ['2099-03-01T10:00', '2099-03-01T10:00:00Z'],
    ['2099-03-01T10:00:00+02:00', '2099-03-01T08:00:00Z'],
  ])('takes --expires %s for UTC unless it says otherwise, in any time zone', async (text, expires) => {
    await create('-s', 'admin', '-e', text);
    expect(await readFile(join(folder, 'keys.yaml'), 'utf8')).toContain(`expires: ${expires}`);
  });

  it.each([
    [['-e', '2099-02-30'], 'Write a time in ISO 8601, or days such as 90d.'],
    [['-e', '2099-01-01 (noon)'], 'Write a time in ISO 8601, or days such as 90d.'],
    [['-e', '90'], 'Write a time in ISO 8601, or days such as 90d.'],
    [['-b', 'tenant=a', '-b', 'tenant=b'], 'A key is bound to one value of "tenant".'],
  ])('refuses %j', async (args, why) => {
    await expect(create('-s', '*', ...args)).rejects.toThrow(why);
  });

  const ALL = 'There are "levels", "logs.notes", "usage.counts".';

  it.each([
    ['usage.count', `no endpoint has the name or the id "usage.count". Did you mean "usage.counts"? ${ALL}`],
    ['Admin', `no endpoint has the name or the id "Admin". Did you mean "admin"? ${ALL}`],
    ['tools.*', `no endpoint has the name or the id "tools.*". ${ALL}`],
  ])('warns of a scope that names no endpoint, and names what there is: %s', async (scope, warning) => {
    expect(await warnings('-s', 'logs.*', '-s', scope)).toEqual([`warning: ${warning}`]);
  });

  it('warns of a bound parameter that none of the endpoints has that the key may call', async () => {
    expect(await warnings('-s', 'usage.*', '-b', 'projet=demo', '-b', 'tag=a')).toEqual([
      'warning: no endpoint that the scopes name has the parameter "projet" that the key is bound to, so that it may ' +
        'call none: each is a 404 for it. Did you mean "project"? There are "project", "interval".',
      'warning: no endpoint that the scopes name has the parameter "tag" that the key is bound to, so that it may ' +
        'call none: each is a 404 for it. There are "project", "interval".',
    ]);
  });

  it.each([
    [
      ['-s', '*', '-b', 'project=demo', '-b', 'tag=a'],
      '"usage.counts" has no parameter "tag", "levels" wants keys that are bound to "tenant", "logs.notes" has no parameter "project"',
    ],
    [['-s', 'levels'], '"levels" wants keys that are bound to "tenant"'],
    [['-s', 'levels', '-b', 'level=3'], '"levels" wants keys that are bound to "tenant"'],
    [['-s', 'levels', '-b', 'tenant=a', '-b', 'level=6'], '"levels" does not take "6" for "level"'],
  ])('warns of a key that no endpoint fits, and says why: %j', async (args, reasons) => {
    const [warning = '', ...more] = await warnings(...args);
    const [intro, told = ''] = warning.split(': ', 3).slice(1);
    expect([intro, more]).toEqual([
      'no endpoint that the scopes name fits what the key is bound to, so that it may call none',
      [],
    ]);
    expect(told.replace(/\.$/, '').split(', ').sort()).toEqual(reasons.split(', ').sort());
  });

  it('warns of all of it where there is no endpoint', async () => {
    await rm(join(folder, 'endpoints'), { recursive: true });
    expect(await warnings('-s', '*', '-b', 'project=demo')).toEqual([
      'warning: no endpoint has the name or the id "*". There is no endpoint at all.',
      'warning: no endpoint has the parameter "project" that the key is bound to, so that it may call none: each is a 404 for it. ' +
        'There is no parameter at all.',
    ]);
  });

  it('lists ten of many', async () => {
    for (let number = 10; number < 30; number += 1) {
      await writeFile(
        join(folder, `endpoints/${number}.yaml`),
        endpointFile({ name: `n${number}`, query: 'SELECT 1' }),
      );
    }
    const [warning = ''] = await warnings('-s', 'tools.*');
    expect(warning.match(/"[\w.]+"/g)).toHaveLength(10);
    expect(warning).toContain(', … (23 in all).');
  });
});
