import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { assertEndsWell, type ProcessOptions, startQuern } from '../support/processes/quern-process.js';

/** `QUERN_DATA` is unset, so that the first start makes the sample logs. */
describe('a first start', () => {
  let folder: string;

  const start = (options: Partial<ProcessOptions> = {}) =>
    startQuern({ folder, env: { QUERN_ENDPOINTS: resolve('endpoints') }, ...options });
  const failure = async (options?: Partial<ProcessOptions>) => {
    const quern = start(options);
    const { status } = await quern.ended;
    expect(status).toBe(1);
    return quern.printed().split('\n').at(-2);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-faults-'));
  });

  afterEach(async () => rm(folder, { recursive: true }));

  it('on a full disk says so, leaves nothing behind, and the next one makes up for it', async () => {
    expect(await failure({ fileLimit: 8 })).toMatch(
      /^quern: The sample logs cannot be made in \.quern\/sample \(IO Error: .*\)\. See to it that there is room/,
    );
    expect(await readdir(join(folder, '.quern'))).toEqual([]);
    await assertEndsWell(start());
  });

  it('that finds a file where its folder should be says which, and touches nothing', async () => {
    const message = (path: string) =>
      `quern: A file is where the folder ${path} for the sample logs should be; move it, or set QUERN_DATA to data of your own.`;
    await writeFile(join(folder, '.quern'), 'mine');
    expect(await failure()).toBe(message(join(folder, '.quern/sample')));
    await rm(join(folder, '.quern'));
    await mkdir(join(folder, '.quern'));
    await writeFile(join(folder, '.quern/sample'), 'mine');
    expect(await failure()).toBe(message(join(folder, '.quern/sample')));
    expect(await readdir(join(folder, '.quern'))).toEqual(['sample']);
  });

  it('without endpoint files says so before it makes anything', async () => {
    const env = { QUERN_ENDPOINTS: join(folder, 'nowhere'), QUERN_API_KEY: '' };
    const quern = start({ env });
    expect((await quern.ended).status).toBe(1);
    expect(quern.printed()).toContain('there is no such folder; create it, or name another one in QUERN_ENDPOINTS');
    expect(await readdir(folder)).toEqual([]);
  });

  it('that cannot keep its first key says so and how to do without', async () => {
    const env = { QUERN_ENDPOINTS: resolve('endpoints'), QUERN_DATA: '.', QUERN_API_KEY: '' };
    expect(await failure({ env, fileLimit: 0 })).toMatch(
      /^quern: No key is set up, and \.quern\/keys\.yaml cannot be written \(EFBIG: .*\); set QUERN_API_KEY\.$/,
    );
    // The folder of what is found in endpoint files, which cannot be written either.
    expect(await readdir(join(folder, '.quern'), { recursive: true })).toEqual(['checked']);
  });
});
