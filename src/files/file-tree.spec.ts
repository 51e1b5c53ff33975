import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDPOINT_FILES } from '../endpoint-files/watch/endpoint-files.js';
import { FileTree } from './file-tree.js';

describe('FileTree', () => {
  let folder: string;
  let tree: FileTree;

  const at = (name: string) => join(folder, name);
  /** The paths to look at when the entry of this name has changed in the folder. */
  const lookFor = async (name: string) => {
    const watched = await tree.watched();
    return watched.find(({ path }) => path === folder)?.pathsOf(name);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-tree-'));
    tree = new FileTree(folder, ENDPOINT_FILES);
  });

  afterEach(async () => rm(folder, { recursive: true }));

  it('is looked at where it has changed, and not for what is hidden in it', async () => {
    await writeFile(at('a.yaml'), '');
    await tree.rescan([folder]);
    expect(await lookFor('a.yaml')).toEqual([at('a.yaml')]);
    expect(await lookFor('.a.yaml.swp')).toEqual([]);
  });

  it('is looked at as a whole when a hidden link changes that others lead through, as in a ConfigMap', async () => {
    for (const version of ['..v1', '..v2']) {
      await mkdir(at(version));
      await writeFile(at(`${version}/a.yaml`), version);
    }
    await symlink('..v1', at('..data'));
    await symlink('..data/a.yaml', at('a.yaml'));
    await tree.rescan([folder]);
    const before = tree.files.get(at('a.yaml'));
    await symlink('..v2', at('..data_tmp'));
    await rename(at('..data_tmp'), at('..data'));
    const paths = (await lookFor('..data')) ?? [];
    expect(paths).toEqual([folder]);
    await tree.rescan(paths);
    expect(tree.files.get(at('a.yaml'))).not.toBe(before);
  });
});
