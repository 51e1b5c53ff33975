import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEndpoints, SHIPPED_ENDPOINTS, withLocalDefaults } from './local-defaults.js';

describe('withLocalDefaults', () => {
  let folder: string;

  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'quern-defaults-'))));
  afterEach(async () => rm(folder, { recursive: true }));

  it('shows what ships with Quern where there is nothing', () => {
    expect(withLocalDefaults({ A: 'b' }, folder)).toEqual({ A: 'b', QUERN_ENDPOINTS: SHIPPED_ENDPOINTS });
  });

  it('reads the data of the folder, and then shows nothing of its own', async () => {
    await mkdir(join(folder, 'data'));
    expect(withLocalDefaults({ QUERN_DATA: '' }, folder)).toEqual({ QUERN_DATA: 'data' });
  });

  it('leaves endpoints of one’s own alone', async () => {
    await mkdir(join(folder, 'endpoints'));
    expect(withLocalDefaults({}, folder)).toEqual({});
  });

  it.each([{ QUERN_DATA: 'rows' }, { QUERN_ENGINE: 'bigquery' }])('keeps to %j', async (env) => {
    expect(withLocalDefaults(env, folder)).toBe(env);
    await mkdir(join(folder, 'data'));
    expect(withLocalDefaults(env, folder)).toBe(env);
  });

  it('keeps to endpoints that are named', () => {
    const env = { QUERN_ENDPOINTS: 'there' };
    expect(withLocalDefaults(env, folder)).toBe(env);
  });
});

describe('ownEndpoints', () => {
  it('keeps what is new out of what is installed', () => {
    expect(['there', SHIPPED_ENDPOINTS].map(ownEndpoints)).toEqual(['there', 'endpoints']);
  });
});
