import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.js';
import { ENDPOINT_FILES } from '../endpoint-files/watch/endpoint-files.js';
import { FolderFollower } from './folder-follower.js';
import { FileTree } from './file-tree.js';

describe('FolderFollower', () => {
  let folder: string;
  let follower: FolderFollower;
  let looks: (readonly string[])[];
  let warnings: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-follow-'));
    looks = [];
    warnings = [];
  });

  afterEach(async () => {
    await follower.close();
    await rm(folder, { recursive: true });
  });

  /** `refusal` is what the system says to a watcher. */
  function follow({ refusal, fail }: { refusal?: Error; fail?: () => boolean } = {}): FileTree {
    const tree = new FileTree(folder, ENDPOINT_FILES);
    follower = new FolderFollower({
      root: folder,
      rescan: async (paths) => {
        looks.push(paths);
        if (fail?.()) throw new Error('the disk is gone');
        await tree.rescan(paths);
        return [];
      },
      watched: async () => {
        const watched = await tree.watched();
        if (!refusal) return watched;
        return [
          {
            get path(): string {
              throw refusal;
            },
            pathsOf: () => [],
          },
        ];
      },
      warn: (message) => {
        warnings.push(message);
      },
    });
    return tree;
  }

  it('looks at all at first, and then at what has changed alone', async () => {
    const tree = follow();
    // Once more when the folders are watched.
    await eventually(() => looks.length === 2);
    expect(looks).toEqual([[folder], [folder]]);
    await writeFile(join(folder, 'a.yaml'), '');
    await eventually(() => looks.some((paths) => paths.includes(join(folder, 'a.yaml'))));
    await eventually(() => tree.files.size === 1);
    expect(looks.length).toBeLessThan(5);
  });

  it('looks at all every second where the system refuses to watch, and says so once', async () => {
    const tree = follow({ refusal: new Error('ENOSPC: too many watchers') });
    await eventually(() => looks.length === 1);
    await writeFile(join(folder, 'a.yaml'), '');
    await eventually(() => tree.files.size === 1);
    await writeFile(join(folder, 'b.yaml'), '');
    await eventually(() => tree.files.size === 2);
    expect(warnings).toEqual([
      `${folder} cannot be watched (ENOSPC: too many watchers); it is looked at every second instead`,
    ]);
  });

  it('goes on when a look has failed', async () => {
    let isFailing = true;
    const tree = follow({ fail: () => isFailing });
    await eventually(() => warnings.length === 1);
    isFailing = false;
    await writeFile(join(folder, 'a.yaml'), '');
    await eventually(() => tree.files.size === 1);
    expect(warnings).toEqual([`${folder} cannot be looked at: the disk is gone`]);
  });
});
