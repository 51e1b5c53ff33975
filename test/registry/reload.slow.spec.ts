import { mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from '../../src/registry/registry.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { part } from '../support/part.js';
import { startService, type TestService } from '../support/service.js';

const IDS = ['a1111111-1111-4111-8111-111111111111', 'b2222222-2222-4222-8222-222222222222'] as const;

/** An endpoint that answers with one text. */
function saying(text: string, definition: Readonly<Record<string, unknown>> = {}): string {
  return endpointFile({ name: 'a', id: IDS[0], query: `SELECT '${text}' AS text`, ...definition });
}

describe('while the service runs', () => {
  let folder: string;
  let service: TestService;

  const at = (name: string) => join(folder, 'endpoints', name);
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
  };
  const start = async (files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
    await write(files);
    service = await startService({ env: { QUERN_ENDPOINTS: at(''), ...env } });
  };
  /** What an endpoint says, or the status of its refusal. */
  const said = async (name: string): Promise<string | number> => {
    const answer = await service.get(`/api/endpoints/query/${name}`);
    if (answer.status !== 200) return answer.status;
    return ((await answer.json()) as { result: { text: string }[] }).result[0]?.text ?? '';
  };
  const becomes = async (name: string, wanted: string | number) =>
    eventually(async () => (await said(name)) === wanted);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-reload-'));
    await mkdir(at(''));
  });

  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  describe('a file', () => {
    it('that is added is served, in a new folder too', async () => {
      await start({});
      await write({ 'a.yaml': saying('new') });
      await becomes('a', 'new');
      await mkdir(at('deep/deeper'), { recursive: true });
      await write({ 'deep/deeper/b.yml': saying('deep', { name: 'b', id: IDS[1] }) });
      await becomes('b', 'deep');
    });

    it('that is changed is served as it is now', async () => {
      await start({ 'a.yaml': saying('old') });
      expect(await said('a')).toBe('old');
      await write({ 'a.yaml': saying('new') });
      await becomes('a', 'new');
    });

    it('that an editor writes by renaming another over it is served as it is now', async () => {
      await start({ 'a.yaml': saying('old') });
      await writeFile(at('.a.yaml.swp'), saying('new'));
      await rename(at('.a.yaml.swp'), at('a.yaml'));
      await becomes('a', 'new');
    });

    it('that is removed is served no more', async () => {
      await start({ 'a.yaml': saying('a'), 'b.yaml': saying('b', { name: 'b', id: IDS[1] }) });
      await unlink(at('a.yaml'));
      await becomes('a', 404);
      expect(await said('b')).toBe('b');
    });

    it('that is moved, its endpoint renamed, keeps answering by its id', async () => {
      await start({ 'a.yaml': saying('text') });
      await mkdir(at('sub'));
      await rename(at('a.yaml'), at('sub/moved.yaml'));
      await write({ 'sub/moved.yaml': saying('text', { name: 'renamed' }) });
      await becomes('renamed', 'text');
      expect([await said('a'), await said(IDS[0])]).toEqual([404, 'text']);
    });

    it('that stays what it is keeps its endpoint, however often it is written', async () => {
      await start({ 'a.yaml': saying('same') });
      const { endpoint } = service.app.get(Registry).find('a');
      await write({ 'a.yaml': saying('same') });
      await write({ 'b.yaml': saying('later', { name: 'b', id: IDS[1] }) });
      await becomes('b', 'later');
      expect(service.app.get(Registry).find('a').endpoint).toBe(endpoint);
    });

    it('that is written in steps is read when it is whole', async () => {
      await start({ 'a.yaml': saying('old') });
      const text = saying('whole');
      for (let end = 1; end <= text.length; end += 9) await writeFile(at('a.yaml'), text.slice(0, end));
      await writeFile(at('a.yaml'), text);
      await becomes('a', 'whole');
      expect(service.log.filter((line) => line.includes('a.yaml'))).toEqual([]);
    });
  });

  describe('in one step', () => {
    it('two endpoints swap their names and their ids', async () => {
      await start({ 'a.yaml': saying('first'), 'b.yaml': saying('second', { name: 'b', id: IDS[1] }) });
      await write({
        'a.yaml': saying('first', { name: 'b', id: IDS[1] }),
        'b.yaml': saying('second', { name: 'a', id: IDS[0] }),
      });
      await becomes('b', 'first');
      expect([await said('a'), await said(IDS[0]), await said(IDS[1])]).toEqual(['second', 'second', 'first']);
      expect(service.app.get(Registry).problems).toEqual([]);
    });

    it('an id is taken over by another file', async () => {
      await start({ 'z.yaml': saying('old') });
      await unlink(at('z.yaml'));
      await write({ 'a.yaml': saying('new') });
      await becomes('a', 'new');
    });

    it('a ConfigMap changes all of its files by the turn of a link', async () => {
      const publish = async (version: string) => {
        await mkdir(at(`..${version}`));
        await write({
          [`..${version}/a.yaml`]: saying(version),
          [`..${version}/b.yaml`]: saying(version, { name: 'b', id: IDS[1] }),
        });
        await symlink(`..${version}`, at('..data_tmp'));
        await rename(at('..data_tmp'), at('..data'));
      };
      await publish('v1');
      for (const name of ['a.yaml', 'b.yaml']) await symlink(`..data/${name}`, at(name));
      await start({});
      expect([await said('a'), await said('b')]).toEqual(['v1', 'v1']);
      await publish('v2');
      await becomes('a', 'v2');
      expect(await said('b')).toBe('v2');
      await publish('v3');
      await becomes('b', 'v3');
      expect(await said('a')).toBe('v3');
      await rm(at('..v2'), { recursive: true });
      expect(service.app.get(Registry).problems).toEqual([]);
    });

    // `npm test` writes fewer.
    const FILES = part(1000, 200);
    it(`${FILES} files are taken up in a few looks`, async () => {
      await start({ 'a.yaml': saying('old') });
      let looks = 0;
      service.app.get(Registry).events.on('change', () => {
        looks += 1;
      });
      const names = Array.from({ length: FILES }, (_, index) => `pulled-${index}`);
      await Promise.all(
        names.map(async (name) => writeFile(at(`${name}.yaml`), endpointFile({ name, query: 'SELECT 1' }))),
      );
      await eventually(() => service.app.get(Registry).list().length === FILES + 1);
      expect(looks).toBeLessThan(10);
    });
  });

  describe('the folder', () => {
    it('may be removed, which changes nothing, and made again', async () => {
      await start({ 'a.yaml': saying('old') });
      await rename(at(''), join(folder, 'gone'));
      await eventually(() => service.app.get(Registry).problems.length === 1);
      expect(await said('a')).toBe('old');
      await mkdir(at(''));
      await write({ 'b.yaml': saying('new', { name: 'b', id: IDS[1] }) });
      await becomes('b', 'new');
      expect(await said('a')).toBe(404);
      await write({ 'b.yaml': saying('newer', { name: 'b', id: IDS[1] }) });
      await becomes('b', 'newer');
    });

    it('may be a link that is turned to another one', async () => {
      for (const version of ['v1', 'v2']) {
        await mkdir(join(folder, version));
        await writeFile(join(folder, version, 'a.yaml'), saying(version));
      }
      await symlink('v1', join(folder, 'current'));
      await start({}, { QUERN_ENDPOINTS: join(folder, 'current') });
      expect(await said('a')).toBe('v1');
      await symlink('v2', join(folder, 'next'));
      await rename(join(folder, 'next'), join(folder, 'current'));
      await becomes('a', 'v2');
      await writeFile(join(folder, 'v2', 'a.yaml'), saying('v3'));
      await becomes('a', 'v3');
    });
  });

  it('nothing is taken up with QUERN_RELOAD=off', async () => {
    await start({ 'a.yaml': saying('old') }, { QUERN_RELOAD: 'off' });
    const watched = await startService({ env: { QUERN_ENDPOINTS: at('') } });
    await write({ 'a.yaml': saying('new') });
    const name = () => watched.app.get(Registry).find('a').endpoint.sql;
    await eventually(() => name().includes('new'));
    await watched.close();
    expect(await said('a')).toBe('old');
  });
});
