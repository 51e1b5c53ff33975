import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { ensureSampleLogs } from './sample-logs.js';
import { sampleState } from './sample-marker.js';

const NOW = new Date('2026-05-04T10:47:12.345Z');
const GENERATING_MS = 60_000;

describe('ensureSampleLogs', () => {
  let parent: string;
  let folder: string;
  let progress: string[];

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'quern-sample-'));
    folder = join(parent, `it's here`, 'sample');
    progress = [];
    await leaveHalfWritten(`${folder}.making-long-ago`, new Date(0));
    await leaveHalfWritten(`${folder}.making-just-now`, new Date());
    await ensureSampleLogs(folder, NOW, (line) => progress.push(line));
  }, GENERATING_MS);

  afterAll(() => rm(parent, { recursive: true, force: true }));

  async function leaveHalfWritten(path: string, modified: Date): Promise<void> {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'edge_logs.parquet'), 'PAR1');
    await utimes(path, modified, modified);
  }

  const generatedAt = async (): Promise<unknown> => {
    const marker = JSON.parse(await readFile(join(folder, '.sample.json'), 'utf8')) as Record<string, unknown>;
    return marker.generatedAt;
  };

  it('fills an absent folder with the nine tables and the marker', async () => {
    const tables = [...LOG_TABLES.keys()].map((table) => `${table}.parquet`);
    expect((await readdir(folder)).sort()).toEqual([...tables, '.sample.json'].sort());
    expect(JSON.parse(await readFile(join(folder, '.sample.json'), 'utf8'))).toEqual({
      version: 1,
      generatedAt: '2026-05-04T10:47:12.345Z',
      until: '2026-05-05T11:00:00.000Z',
    });
  });

  it('says what it is doing, and tells of every table in one line', () => {
    expect(progress[0]).toMatch(/^making invented sample logs in /);
    expect(progress).toHaveLength(1 + LOG_TABLES.size);
    expect(progress).toContain('edge_logs 110,000 rows');
  });

  it('passes by what killed processes left, and removes it once it is old', async () => {
    expect((await readdir(join(folder, '..'))).sort()).toEqual(['sample', 'sample.making-just-now']);
  });

  it('does nothing while the logs are fresh', async () => {
    await ensureSampleLogs(folder, hoursLater(0), unexpected);
    await ensureSampleLogs(folder, hoursLater(11.99), unexpected);
    expect(await generatedAt()).toBe(NOW.toISOString());
  });

  it(
    'makes stale logs anew, the same ones for the same hour, and leaves other files alone',
    async () => {
      const table = join(folder, 'storage_logs.parquet');
      const first = await readFile(table);
      await writeFile(join(folder, 'orders.csv'), 'id\n1\n');
      // As when a process dies while it replaces the tables.
      await rm(join(folder, 'auth_logs.parquet'));

      await ensureSampleLogs(folder, hoursLater(12), () => undefined);
      expect(await generatedAt()).toBe(hoursLater(12).toISOString());
      expect(first.equals(await readFile(table))).toBe(false);
      expect(await readdir(folder)).toContain('auth_logs.parquet');

      // The clock was set back to before the logs were made: without new ones, there would be none for a while.
      await ensureSampleLogs(folder, NOW, () => undefined);
      expect(await generatedAt()).toBe(NOW.toISOString());
      expect(first.equals(await readFile(table))).toBe(true);
      expect(await readFile(join(folder, 'orders.csv'), 'utf8')).toBe('id\n1\n');
    },
    2 * GENERATING_MS,
  );

  it(
    'fills an empty folder',
    async () => {
      const empty = await mkdtemp(join(parent, 'empty-'));
      await ensureSampleLogs(empty, NOW, () => undefined);
      expect(await readdir(empty)).toHaveLength(LOG_TABLES.size + 1);
    },
    GENERATING_MS,
  );

  it('takes logs of another version for stale', async () => {
    const older = await mkdtemp(join(parent, 'older-'));
    const marker = { version: 0, generatedAt: NOW.toISOString(), until: NOW.toISOString() };
    await writeFile(join(older, '.sample.json'), JSON.stringify(marker));
    expect(await sampleState(older, NOW)).toBe('stale');
  });

  it(
    'makes logs anew whose marker is that of an older Quern, a table by its name, and takes it away',
    async () => {
      const older = await mkdtemp(join(parent, 'former-'));
      const marker = { version: 1, generatedAt: NOW.toISOString(), until: NOW.toISOString() };
      await writeFile(join(older, 'sample.json'), JSON.stringify(marker));
      await ensureSampleLogs(older, NOW, () => undefined);
      expect((await readdir(older)).sort()).toEqual(
        ['.sample.json', ...[...LOG_TABLES.keys()].map((table) => `${table}.parquet`)].sort(),
      );
      // A table of somebody's own by that name stays.
      await writeFile(join(older, 'sample.json'), '[{"id":1}]');
      await ensureSampleLogs(older, hoursLater(12), () => undefined);
      expect(await readdir(older)).toContain('sample.json');
    },
    2 * GENERATING_MS,
  );

  it.each([
    ['without a marker', { 'orders.parquet': 'PAR1' }],
    ['with a former marker of somebody else', { 'sample.json': '{"name":"holiday pictures"}' }],
    ['with a marker of somebody else', { '.sample.json': '{"name":"holiday pictures"}' }],
    ['with a marker that is no JSON', { '.sample.json': 'hello' }],
  ])('refuses a folder %s and leaves it as it is', async (_case, files: Record<string, string>) => {
    const foreign = await mkdtemp(join(parent, 'foreign-'));
    for (const [file, text] of Object.entries(files)) await writeFile(join(foreign, file), text);

    await expect(ensureSampleLogs(foreign, NOW, unexpected)).rejects.toThrow(foreign);
    expect(await readdir(foreign)).toEqual(Object.keys(files));
  });
});

function hoursLater(hours: number): Date {
  return new Date(NOW.getTime() + hours * 3_600_000);
}

function unexpected(line: string): void {
  throw new Error(`Nothing was to be generated, but: ${line}`);
}
