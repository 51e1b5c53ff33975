import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { loadEndpoints } from './load-endpoints.js';
import { byFileAndPlace, problemLine } from '../diagnostics/problem-text.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

function endpoint(digit: number, name: string): string {
  return `id: 0000000${digit}-0000-4000-8000-00000000000a\nname: ${name}\nquery: SELECT 1\n`;
}

async function report(): Promise<string> {
  const { problems } = await loadEndpoints(folder);
  return [...problems].sort(byFileAndPlace).map(problemLine).join('\n').replaceAll(`${folder}/`, '');
}

describe('loadEndpoints', () => {
  it('reads a folder and those in it, in the order of the paths', async () => {
    await write({
      'b.yaml': endpoint(1, 'b'),
      'a/z.yml': endpoint(2, 'z'),
      'a.yaml': endpoint(3, 'a'),
      'README.md': 'not an endpoint',
      '.hidden/h.yaml': 'not: read',
      '.h.yaml': 'not: read',
    });
    const { endpoints, problems } = await loadEndpoints(folder);
    expect(problems).toEqual([]);
    expect(endpoints.map(({ source }) => relative(folder, source.file))).toEqual(['a.yaml', 'a/z.yml', 'b.yaml']);
  });

  it('finds nothing wrong with an empty folder', async () => {
    await expect(loadEndpoints(folder)).resolves.toEqual({ endpoints: [], problems: [] });
  });

  it.each([
    ['missing', 'there is no such folder'],
    ['file.txt', 'this is not a folder'],
  ])('refuses a folder that is none: %s', async (name, message) => {
    await write({ 'file.txt': '' });
    const path = join(folder, name);
    const remedy = 'create it, or name another one in QUERN_ENDPOINTS';
    expect((await loadEndpoints(path)).problems).toEqual([
      { code: 'file_unreadable', severity: 'error', file: path, line: 1, column: 1, message: `${message}; ${remedy}` },
    ]);
  });

  it('follows links, as a mounted ConfigMap needs, but not in circles', async () => {
    await write({ '..data/a.yaml': endpoint(1, 'a'), 'sub/b.yaml': endpoint(2, 'b') });
    await symlink('..data/a.yaml', join(folder, 'a.yaml'));
    await symlink('..', join(folder, 'sub/loop'));
    await symlink('gone', join(folder, 'c.yaml'));
    const { endpoints, problems } = await loadEndpoints(folder);
    expect(endpoints.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('link to nothing')]);
  });

  it('reports the problems of all files at once', async () => {
    await write({
      'a.yaml': endpoint(1, 'a').replace('query', 'max_row: 5\nquerry'),
      'b.yaml': endpoint(2, 'b').replace('SELECT 1', '|\n  SELECT\n    @x'),
      'c.yaml': endpoint(3, 'c'),
      'd.yaml': `# ${'x'.repeat(1_048_576)}`,
    });
    expect(await report()).toBe(
      [
        'a.yaml:1:1  error invalid_value  "query" is missing; it must be text, the SQL of one SELECT, best written as a block that starts with |',
        'a.yaml:3:1  error unknown_key  unknown key "max_row". Did you mean "max_rows"?',
        'a.yaml:4:1  error unknown_key  unknown key "querry". Did you mean "query"?',
        'b.yaml:5:5  error undeclared_parameter  @x is not declared; add it under "parameters".',
        'd.yaml:1:1  error file_unreadable  the file is too large (1048578 bytes); an endpoint file may have 1 MiB',
      ].join('\n'),
    );
  });

  it('names both places of a duplicate id or name, whatever else is wrong there', async () => {
    await write({
      'a.yaml': `${endpoint(1, 'one')}max_rows: 0\n`,
      'b.yaml': endpoint(1, 'ONE').replace('00a', '00A'),
    });
    expect(await report()).toBe(
      [
        'a.yaml:4:11  error invalid_value  "max_rows" must be a whole number from 1 to 10000',
        'b.yaml:1:5  error duplicate  the id "00000001-0000-4000-8000-00000000000A" is taken as "00000001-0000-4000-8000-00000000000a" at ' +
          'a.yaml:1:5; give each its own (uuidgen makes one)',
        'b.yaml:2:7  error duplicate  the name "ONE" is taken as "one" at a.yaml:2:7; rename one of the two',
      ].join('\n'),
    );
  });
});
