import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { dataFolder, duckDbOptions } from '../../test/support/duckdb.js';
import { type Problem } from '../diagnostics/problem.js';
import { byFileAndPlace, problemLine } from '../diagnostics/problem-line.js';
import { findInFolder } from '../endpoint-files/watch/endpoint-paths.js';
import { DuckDbEngine } from '../engines/duckdb/duckdb.engine.js';
import { type Engine } from '../engines/engine.js';
import { type EndpointCheck } from './check-endpoint.js';
import { EndpointFolder } from './endpoint-folder.js';
import { validateEndpoints } from './validate-endpoints.js';

interface Loaded {
  readonly endpoints: readonly Omit<EndpointCheck, 'problems'>[];
  readonly problems: readonly Problem[];
}

/** What the service serves of a folder, and what `quern validate` says of it. */
const WAYS: readonly (readonly [string, (path: string, engine: Engine) => Promise<Loaded>])[] = [
  ['EndpointFolder', async (path, engine) => new EndpointFolder(path, engine).open()],
  ['validateEndpoints', async (path, engine) => validateEndpoints(await findInFolder(path), engine)],
];

let folder = '';
let data: string;
let engine: DuckDbEngine;

beforeAll(async () => {
  data = await dataFolder({});
  engine = new DuckDbEngine(duckDbOptions(data));
  await engine.open('check');
});

afterAll(async () => {
  await engine.close();
  await rm(data, { recursive: true });
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-'));
});

afterEach(async () => rm(folder, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

function endpoint(digit: number, name: string): string {
  return `id: 0000000${digit}-0000-4000-8000-00000000000a\nname: ${name}\nquery: SELECT 1 AS one\n`;
}

function report(problems: readonly Problem[]): string {
  return [...problems].sort(byFileAndPlace).map(problemLine).join('\n').replaceAll(`${folder}/`, '');
}

describe.each(WAYS)('%s', (_, load) => {
  it('reads a folder and those in it, in the order of the paths', async () => {
    await write({
      'b.yaml': endpoint(1, 'b'),
      'a/z.yml': endpoint(2, 'z'),
      'a.yaml': endpoint(3, 'a'),
      'README.md': 'not an endpoint',
      '.hidden/h.yaml': 'not: read',
      '.h.yaml': 'not: read',
    });
    const { endpoints, problems } = await load(folder, engine);
    expect(problems).toEqual([]);
    expect(endpoints.map(({ endpoint: { source } }) => relative(folder, source.file))).toEqual([
      'a.yaml',
      'a/z.yml',
      'b.yaml',
    ]);
  });

  it('finds nothing wrong with an empty folder', async () => {
    await expect(load(folder, engine)).resolves.toMatchObject({ endpoints: [], problems: [] });
  });

  it.each([
    ['missing', 'there is no such folder'],
    ['file.txt', 'this is not a folder'],
  ])('refuses a folder that is none: %s', async (name, message) => {
    await write({ 'file.txt': '' });
    const path = join(folder, name);
    const remedy = 'create it, or name another one in QUERN_ENDPOINTS';
    expect((await load(path, engine)).problems).toEqual([
      { code: 'file_unreadable', severity: 'error', file: path, line: 1, column: 1, message: `${message}; ${remedy}` },
    ]);
  });

  it('follows links, as a mounted ConfigMap needs, but not in circles', async () => {
    await write({ '..data/a.yaml': endpoint(1, 'a'), 'sub/b.yaml': endpoint(2, 'b') });
    await symlink('..data/a.yaml', join(folder, 'a.yaml'));
    await symlink('..', join(folder, 'sub/loop'));
    await symlink('gone', join(folder, 'c.yaml'));
    const { endpoints, problems } = await load(folder, engine);
    expect(endpoints.map(({ endpoint: { name } }) => name)).toEqual(['a', 'b']);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('link to nothing')]);
  });

  it('reports the problems of all files at once', async () => {
    await write({
      'a.yaml': endpoint(1, 'a').replace('query', 'max_row: 5\nquerry'),
      'b.yaml': endpoint(2, 'b').replace('SELECT 1 AS one', '|\n  SELECT\n    @x'),
      'c.yaml': endpoint(3, 'c').replace('1 AS', 'two AS'),
      'd.yaml': `# ${'x'.repeat(1_048_576)}`,
    });
    const { problems } = await load(folder, engine);
    expect(report(problems)).toBe(
      [
        'a.yaml:1:1  error invalid_value  "query" is missing; it must be text, the SQL of one SELECT, best written as a block that starts with |',
        'a.yaml:3:1  error unknown_key  unknown key "max_row". Did you mean "max_rows"?',
        'a.yaml:4:1  error unknown_key  unknown key "querry". Did you mean "query"?',
        'b.yaml:5:5  error undeclared_parameter  @x is not declared; add it under "parameters".',
        'c.yaml:3:15  error query_refused  unrecognized name "two"',
        'd.yaml:1:1  error file_unreadable  the file is too large (1048578 bytes); an endpoint file may have 1 MiB',
      ].join('\n'),
    );
  });

  it.each(['a_b.c', 'a-b-c', 'A.B_C'])(
    'refuses the name %s beside a.b-c: generated clients would have one word for both',
    async (name) => {
      await write({ 'a.yaml': endpoint(1, 'a.b-c'), 'b.yaml': endpoint(2, name) });
      const { endpoints, problems } = await load(folder, engine);
      expect(report(problems)).toBe(
        `b.yaml:2:7  error duplicate  the name "${name}" is taken as "a.b-c" at a.yaml:2:7, ` +
          `and both are "${name.replace(/\W/g, '_')}" to generated clients; rename one of the two`,
      );
      expect(endpoints.map((each) => each.endpoint.name)).toEqual(['a.b-c']);
    },
  );

  it('names both places of a duplicate id or name, whatever else is wrong there', async () => {
    await write({
      'a.yaml': `${endpoint(1, 'one')}max_rows: 0\n`,
      'b.yaml': endpoint(1, 'ONE').replace('00a', '00A'),
    });
    const { problems } = await load(folder, engine);
    expect(report(problems)).toBe(
      [
        'a.yaml:4:11  error invalid_value  "max_rows" must be a whole number from 1 to 1000000',
        'b.yaml:1:5  error duplicate  the id "00000001-0000-4000-8000-00000000000A" is taken as "00000001-0000-4000-8000-00000000000a" at ' +
          'a.yaml:1:5; give each its own (uuidgen makes one)',
        'b.yaml:2:7  error duplicate  the name "ONE" is taken as "one" at a.yaml:2:7; rename one of the two',
      ].join('\n'),
    );
  });
});
