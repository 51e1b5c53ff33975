import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type TestService } from '../support/service.js';
import { PEOPLES_TOKEN, startPeoplesService } from '../support/tools/people-service.js';

const PAGE = 'docs/how-to/notebooks.md';
const BASE_OF_PAGE = 'http://127.0.0.1:3000';
const run = promisify(execFile);

describe('the page about notebooks', () => {
  let service: TestService;
  let home: string;
  let python: string;
  const blocks: Record<'python' | 'sh', string[]> = { python: [], sh: [] };

  beforeAll(async () => {
    const { stdout, stderr, status } = spawnSync('.ci/install-tools', { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    python = stdout.trim();
    service = await startPeoplesService();
    home = await mkdtemp(join(tmpdir(), 'quern-notebook-'));
    await layOutExtension(dirname(dirname(python)), home);
    const page = (await readFile(PAGE, 'utf8')).replaceAll(BASE_OF_PAGE, service.base);
    for (const [, language = '', text = ''] of page.matchAll(/^```(python|sh)\n([^]*?)^```$/gm)) {
      if (language === 'python' || language === 'sh') blocks[language].push(text);
    }
  });

  afterAll(async () => {
    await service.close();
    await rm(home, { recursive: true });
  });

  const env = () => ({ PATH: process.env.PATH, HOME: home, QUERN_KEY: PEOPLES_TOKEN });
  const notebook = async (imported: string, last: string) => {
    const [first = '', ...others] = blocks.python;
    const block = others.find((each) => each.includes(`import ${imported}`)) ?? '';
    const { stdout } = await run(python, ['-c', `${first}\n${block}\nprint(${last})`], {
      cwd: resolve('.'),
      env: env(),
    });
    return stdout.trim();
  };

  it('has its blocks', () => {
    expect([blocks.python.length, blocks.sh.length]).toEqual([4, 2]);
  });

  it('pandas', async () => {
    const last = `counts['total_rest_requests'].tolist()[-1], len(counts), [str(each) for each in counts.dtypes]`;
    expect(await notebook('pandas', last)).toBe("107 8 ['datetime64[us]', 'int64', 'str', 'datetime64[us, UTC]']");
  });

  it('Polars', async () => {
    expect(await notebook('polars', `counts['total_rest_requests'].sum(), counts.shape, counts.dtypes[-1]`)).toBe(
      "828 (8, 4) Datetime(time_unit='us', time_zone='UTC')",
    );
  });

  it('DuckDB', async () => {
    expect(await notebook('duckdb', 'counts')).toBe('(828,)');
  });

  it('curl and jq', async () => {
    const [counts = '', posts = ''] = blocks.sh;
    const shell = async (commands: string) => (await run('bash', ['-c', commands], { env: env() })).stdout;
    expect((await shell(counts)).split('\n').slice(0, 2)).toEqual([
      '2026-11-16T00:00:00\t100',
      '2026-11-17T00:00:00\t101',
    ]);
    expect(await shell(posts)).toBe('id-1\nid-3\n');
  });
});

/** Where DuckDB looks for what it has installed: it would ask its own server for the extension otherwise. */
async function layOutExtension(venv: string, home: string): Promise<void> {
  const [libraries = ''] = await readdir(join(venv, 'lib'));
  const installed = join(venv, 'lib', libraries, 'site-packages/duckdb_extension_httpfs/extensions');
  for (const version of await readdir(installed)) {
    const folder = join(home, '.duckdb/extensions', version, 'linux_amd64');
    await mkdir(folder, { recursive: true });
    await cp(join(installed, version, 'httpfs.duckdb_extension'), join(folder, 'httpfs.duckdb_extension'));
  }
}
