import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const MIB = 2 ** 20;

/** Bounds of an installation, which people wait for and keep; a change that needs more says so here. */
const MOST_PACKED = 1.25 * MIB;
const MOST_PACKAGES = 200;
const MOST_INSTALLED = 200 * MIB;

/** Files that a package has beside the program itself. */
const OTHERS =
  /^(?:endpoints\/[\w.-]+\.yaml|docs\/.+\.(?:md|yaml|sql)|ops\/.+|endpoint\.schema\.json|package\.json|README\.md|LICENSE|(?:CHANGELOG|CONTRIBUTING)\.md)$/;

describe('the package', () => {
  let packed: Packed;

  beforeAll(() => {
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { encoding: 'utf8' });
    [packed] = JSON.parse(stdout) as [Packed];
  });

  it('has the program, what it reads, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    for (const needed of [
      'dist/main.cjs',
      'dist/client/client.d.ts',
      'endpoints/logs.all.yaml',
      'CHANGELOG.md',
      'docs/index.md',
    ])
      expect(paths).toContain(needed);
    // Types of the compiler itself are not in the package.
    const types = paths.filter((path) => /^dist\/engines\/.*\.d\.ts$/.test(path));
    expect(types).toEqual(['dist/engines/duckdb/package/googlesql-api.d.ts']);
    const odd = paths.filter((path) => !/^dist\/[^.][^/]*/.test(path) && !OTHERS.test(path));
    const notes = paths.filter((path) => /\.map$|\.spec\.|\.tsbuildinfo$|\/\./.test(path));
    expect([...odd, ...notes]).toEqual([]);
  });

  it('is small', () => {
    expect(packed.size).toBeGreaterThan(0);
    expect(packed.size).toBeLessThan(MOST_PACKED);
  });

  it('offers the client, the compiler and nothing that is no promise', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };
    expect(Object.keys(exports)).toEqual(['.', './client', './googlesql', './package.json']);
  });

  it('brings along no more than it may', async () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Readonly<Record<string, { dev?: boolean }>>;
    };
    const installed = Object.keys(lock.packages).filter((path) => path !== '' && existsSync(path));
    const needed = installed.filter((path) => lock.packages[path]?.dev !== true);
    expect(needed.length).toBeGreaterThan(100);
    expect(needed.length).toBeLessThan(MOST_PACKAGES);
    const sizes = await Promise.all(needed.map(sizeOf));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_INSTALLED);
  });
});

/** The bytes of a package without those of the packages below it. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries
    .filter(({ name }) => name !== 'node_modules')
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : (await lstat(path)).size;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
