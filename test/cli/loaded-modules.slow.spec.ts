import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// How long a command takes to begin is what it loads, which says more than a time would: `npm run bench:start` has the times.

/** Notes each module: those that are imported when they are loaded, and at the end those that were required. */
const PRELOAD = `
  const { appendFileSync } = require('node:fs');
  const { register } = require('node:module');
  const hooks = \`
    import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync(process.env.LOADED, url + '\\\\n');
      return next(url, context);
    }\`;
  register('data:text/javascript,' + encodeURIComponent(hooks));
  process.on('exit', () => appendFileSync(process.env.LOADED, Object.keys(require.cache).join('\\n')));
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-loaded-'));
  writeFileSync(join(folder, 'preload.cjs'), PRELOAD);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The packages that a command has loaded, and the folders of Quern's own modules. */
function loadedBy(...args: readonly string[]): {
  readonly packages: readonly string[];
  readonly own: readonly string[];
} {
  const loaded = join(folder, 'loaded.txt');
  rmSync(loaded, { force: true });
  const env = { PATH: process.env.PATH, LOADED: loaded, QUERN_KEYS_FILE: join(folder, 'keys.yaml') };
  const run = spawnSync(process.execPath, ['-r', join(folder, 'preload.cjs'), resolve('dist/main.cjs'), ...args], {
    env,
    encoding: 'utf8',
  });
  expect({ args, status: run.status, stderr: run.status === 0 ? '' : run.stderr }).toEqual({
    args,
    status: 0,
    stderr: '',
  });
  const paths = readFileSync(loaded, 'utf8').split('\n');
  const found = (pattern: RegExp) => [...new Set(paths.flatMap((path) => pattern.exec(path)?.[1] ?? []))].sort();
  return { packages: found(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//), own: found(/\/dist\/([^/]+)\//) };
}

/** What tables on terminals are laid out with. */
const TABLES = ['ansi-regex', 'get-east-asian-width', 'string-width', 'strip-ansi'];

it.each([
  [['--help'], ['commander']],
  [['--version'], ['commander']],
  [['keys', 'create', '--help'], ['commander']],
  [['completion', 'bash'], ['commander']],
  [['complete', '--', 'run', ''], ['commander']],
])('quern %j loads the words of the commands and nothing else', (args, packages) => {
  const loaded = loadedBy(...args);
  expect(loaded.packages).toEqual(packages);
  expect(loaded.own).not.toContain('engines');
});

it('keys are made and listed without any engine', () => {
  const create = loadedBy('keys', 'create', 'one', '--scope', 'usage.*');
  expect(create.packages).toEqual(['class-validator', 'commander', 'validator', 'yaml']);
  expect(loadedBy('keys', 'list').packages).toEqual([...TABLES, 'commander', 'yaml'].sort());
});

it.each([['list'], ['validate'], ['tables'], ['openapi']])(
  'quern %s asks the engine that is chosen, and needs neither Nest nor the other engine',
  (command) => {
    const { packages } = loadedBy(command);
    expect(packages).toContain('@duckdb/node-api');
    const needless = packages.filter((name) =>
      /^(?:@nestjs|@google-cloud|@opentelemetry|@redis)\/|^(?:rxjs|express|cache-manager|libphonenumber-js|sql-formatter)$/.test(
        name,
      ),
    );
    expect(needless).toEqual([]);
  },
);
