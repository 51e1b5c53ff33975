import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagesFrom } from '../support/pages/paged-log.js';
import { runCommand } from '../support/processes/command-line.js';
import { startService } from '../support/service.js';

const FILE = readFileSync('docs/how-to/pages.yaml', 'utf8');
const PAGE = readFileSync('docs/how-to/pages.md', 'utf8');
const CALL = '/api/endpoints/query/logs.pages?project=demo&since=2026-11-20';

describe('the endpoint of the how-to', () => {
  it('is the file beside it', () => {
    const [, example = ''] = /```yaml\n(parameters:.*?)```/s.exec(PAGE) ?? [];
    expect(example.length).toBeGreaterThan(500);
    expect(FILE).toContain(example);
  });

  it('keeps the case of the page, and would not with another condition', async () => {
    const [, tests = ''] = /```yaml\n(tests:.*?)```/s.exec(PAGE) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'quern-pages-'));
    const file = join(folder, 'pages.yaml');
    const run = async (text: string) => {
      await writeFile(file, text + tests);
      const { status, out } = await runCommand(['test', 'logs.pages'], { QUERN_ENDPOINTS: folder });
      return [status, out];
    };
    expect(await run(FILE)).toEqual([0, expect.stringContaining('Entries of the same instant')]);
    expect(await run(FILE.replace('id < @before_id', 'id > @before_id'))).toEqual([1, expect.any(String)]);
    await rm(folder, { recursive: true });
  });

  it('is walked through entries of the same time', async () => {
    const entries = Array.from({ length: 250 }, (_, index) => ({
      id: `entry-${String(index).padStart(3, '0')}`,
      timestamp: `2026-11-20T10:00:0${Math.floor(index / 60)}Z`,
      project: index % 50 === 7 ? 'other' : 'demo',
      event_message: 'GET | 200',
    }));
    const service = await startService({ endpoints: { 'pages.yaml': FILE }, tables: { edge_logs: entries } });
    const sizes: number[] = [];
    const seen: string[] = [];
    for await (const { rows } of pagesFrom(service, CALL)) {
      sizes.push(rows.length);
      seen.push(...rows.map(({ id }) => id));
    }
    await service.close();
    expect(sizes).toEqual([100, 100, 45]);
    expect(seen).toEqual(
      entries
        .filter(({ project }) => project === 'demo')
        .map(({ id }) => id)
        .reverse(),
    );
  });
});
