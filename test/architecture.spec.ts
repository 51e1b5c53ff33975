import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { circlesOf } from './support/import-circles.js';

const SRC = resolve('src');

/** The folders of src/, and the files that are in none. Each imports what is to the left of it, and nothing to the right. */
const ROOMS: readonly string[] = [
  ...['errors', 'client', 'googlesql', 'config', 'catalog', 'diagnostics', 'files', 'thread-watch.cts', 'engines'],
  ...['answers', 'logs', 'traces', 'cache', 'parameters', 'endpoint-files', 'access', 'contract', 'limits', 'budgets'],
  ...['registry', 'pages', 'execution', 'forms', 'runs', 'history', 'health', 'metrics', 'explanations', 'warming'],
  ...['agents', 'listing', 'http', 'app.module.ts', 'service.ts', 'endpoint-tests', 'commands', 'main.cts'],
];

/** Rooms that nobody imports but these. */
const IMPORTED_BY: Readonly<Record<string, readonly string[]>> = {
  // It is for others.
  client: [],
  http: ['app.module.ts', 'service.ts'],
  listing: ['http'],
  'app.module.ts': ['service.ts'],
  'service.ts': ['commands'],
  // Nothing that serves depends on them.
  'endpoint-tests': ['commands'],
  commands: ['main.cts'],
};

/** A source file: its path below src/, the room that it belongs to, its text and what it imports. */
interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  /** Files and folders below src/, and packages by their names. */
  readonly imports: readonly string[];
}

/** Neither the word in quotes, such as the name of a clause, nor a method of the name. */
const IMPORT = /(?<!['".])(?:\bfrom|\bimport|\brequire|\bimport\s*\(|\brequire\s*\()\s*\(?\s*['"]([^'"]+)['"]/g;

const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));

const FILES: readonly SourceFile[] = paths
  .filter((path) => /\.[cm]?ts$/.test(path) && !path.endsWith('.spec.ts'))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const imports = [...text.matchAll(IMPORT)].map(([, target = '']) =>
      target.startsWith('.') ? relative(SRC, resolve(SRC, path, '..', target)).replaceAll('\\', '/') : target,
    );
    return { path, room: roomOf(path), text, imports };
  });

/** The first folder, or the file itself where it is in none; of what is imported as it is built, too. */
function roomOf(path: string): string {
  return sourceOf(path).split('/')[0] ?? path;
}

function sourceOf(target: string): string {
  return target.replace(/\.([cm]?)js$/, '.$1ts');
}

/** `path imports target` for every import that a rule forbids. */
function breaches(from: (file: SourceFile) => boolean, isForbidden: (target: string, file: SourceFile) => boolean) {
  const files = FILES.filter(from);
  // A rule about no file at all would hold by mistake.
  expect(files.length).toBeGreaterThan(0);
  return files.flatMap((file) =>
    file.imports.filter((target) => isForbidden(target, file)).map((target) => `${file.path} imports ${target}`),
  );
}

describe('the architecture', () => {
  it('is read from the imports as they stand', () => {
    const service = FILES.find(({ path }) => path === 'service.ts');
    expect(service?.imports).toEqual(
      expect.arrayContaining(['@nestjs/core', 'access/access.service.js', 'app.module.js']),
    );
    expect(FILES.some(({ path }) => /^main\.c?ts$/.test(path))).toBe(true);
  });

  it('has one order of rooms, in which imports go down', () => {
    expect([...new Set(FILES.map(({ room }) => room))].sort()).toEqual([...ROOMS].sort());
    expect(
      breaches(
        () => true,
        (target, { room }) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(room),
      ),
    ).toEqual([]);
  });

  it.each(Object.entries(IMPORTED_BY))('%s is for %j alone', (room, importers) => {
    expect(
      breaches(
        (file) => file.room !== room && !importers.includes(file.room),
        (target) => roomOf(target) === room,
      ),
    ).toEqual([]);
  });

  it.each(['errors', 'googlesql'])('%s imports no packages', (room) => {
    expect(
      breaches(
        (file) => file.room === room,
        (target) => !ROOMS.includes(roomOf(target)),
      ),
    ).toEqual([]);
  });

  it('the client imports nothing, and of errors their types alone, since it runs in browsers', () => {
    expect(
      breaches(
        ({ room }) => room === 'client',
        (target) => roomOf(target) !== 'client' && target !== 'errors/error-codes.js',
      ),
    ).toEqual([]);
    const clients = FILES.filter(({ room }) => room === 'client');
    const values = clients.filter(({ text }) => /^import (?!\{ type \w+ \}).*errors/m.test(text));
    expect(values.map(({ path }) => path)).toEqual([]);
  });

  it('requests are read in http', () => {
    expect(
      breaches(
        ({ room }) => room !== 'http',
        (target) => target === 'express',
      ),
    ).toEqual([]);
  });

  it('contract says what an endpoint is to its callers, and knows nothing of how it is served', () => {
    const known = ['contract', 'endpoint-files', 'parameters', 'googlesql', 'access', 'errors', 'engines'];
    // How values are written is for the engines to say; which engine there is makes no difference to a contract.
    const allowed = new Map([
      ['access', ['access/key.js', 'access/may-call.js']],
      ['engines', ['engines/json-values.js', 'engines/number-format.js']],
    ]);
    expect(
      breaches(
        ({ room }) => room === 'contract',
        (target) => !known.includes(roomOf(target)) || allowed.get(roomOf(target))?.includes(target) === false,
      ),
    ).toEqual([]);
  });

  it('only the engines’ own folder knows what is in an engine', () => {
    expect(
      breaches(
        ({ room }) => room !== 'engines',
        (target) => /^engines\/[^/]+\//.test(target) || /duckdb|bigquery/i.test(target),
      ),
    ).toEqual([]);
  });

  it('no engine knows another', () => {
    const engineOf = (path: string) => /^engines\/(duckdb|bigquery)\//.exec(path)?.[1];
    expect(
      breaches(
        ({ path }) => engineOf(path) !== undefined,
        (target, { path }) => engineOf(target) !== undefined && engineOf(target) !== engineOf(path),
      ),
    ).toEqual([]);
  });

  it('the syntax tree stands on places and types alone', () => {
    expect(
      breaches(
        ({ path }) => path.startsWith('googlesql/ast/'),
        (target) => !/^googlesql\/(?:ast|tokens|types)\//.test(target),
      ),
    ).toEqual([]);
  });

  it('what is known of functions depends on types alone', () => {
    expect(
      breaches(
        ({ path }) => path.startsWith('googlesql/functions/'),
        (target) => !/^(?:googlesql\/(?:functions|types)|errors)\//.test(target),
      ),
    ).toEqual([]);
  });

  it('no engine is named where none is known, comments and help texts included', () => {
    // GoogleSQL is what BigQuery's documentation describes, and tables have BigQuery's schemas.
    const forbidden = (room: string) => (room === 'googlesql' ? /duck[ _-]?db/i : /duck[ _-]?db|big[ _-]?query/i);
    const named = FILES.filter(({ room }) => !['engines', 'config', 'catalog'].includes(room)).flatMap(
      ({ path, text, room }) =>
        text.split('\n').flatMap((line, index) => (forbidden(room).test(line) ? `${path}:${index + 1}` : [])),
    );
    expect(named).toEqual([]);
  });

  it('the stages of a call are joined in the executor alone, of which hits take the first by name', () => {
    const callersOf = (stage: string) =>
      FILES.filter(({ text }) => new RegExp(`(?:executor|get\\(Executor\\))\\.${stage}\\(`).test(text)).map(
        ({ path }) => path,
      );
    expect(callersOf('execute').sort()).toEqual([
      'agents/agent-tools.service.ts',
      'commands/run/run.action.ts',
      'http/query.controller.ts',
      'runs/slow-runs.service.ts',
    ]);
    expect(callersOf('prepare').sort()).toEqual([
      'commands/explain/explain.action.ts',
      'http/operator/endpoint-details.controller.ts',
      'http/prepared-calls.ts',
    ]);
    expect(callersOf('recall')).toEqual(['http/cached-answer.handler.ts']);
  });

  it('the environment is read in config/, and set where the process begins', () => {
    const readers = FILES.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path);
    // The reader is given the environment by the command line.
    expect(readers.filter((path) => !/^(main\.c?ts|commands\/cli\.ts|config\/.*)$/.test(path))).toEqual([]);
  });

  it('OpenTelemetry is known in one folder, which one file loads when traces are on', () => {
    const sdk = 'traces/sdk/';
    const isSdk = (target: string) => target.startsWith('@opentelemetry/') || target.startsWith(sdk);
    expect(breaches(({ path }) => !path.startsWith(sdk), isSdk)).toEqual([
      'traces/traces.service.ts imports traces/sdk/open-tracer.js',
    ]);
    const service = FILES.find(({ path }) => path === 'traces/traces.service.ts');
    expect(service?.text).toContain("await import('./sdk/open-tracer.js')");
    expect(service?.text).not.toMatch(/from '.*\/sdk\//);
  });

  it('no folder has more than 25 source files', () => {
    const sizes = new Map<string, number>();
    const files = paths.filter((path) => /\.(?:[cm]?ts|sql)$/.test(path) && !path.endsWith('.spec.ts'));
    for (const path of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
    expect(sizes.size).toBeGreaterThan(20);
    expect([...sizes].filter(([, size]) => size > 25)).toEqual([]);
  });

  it('files import each other in circles within the resolver and the compiler alone, and in small ones', () => {
    const circles = circlesOf(new Map(FILES.map(({ path, imports }) => [path, imports.map(sourceOf)])));
    expect(circles.length).toBeGreaterThan(0);
    const rooms = ['googlesql/resolver/', 'engines/duckdb/compiler/'];
    const isOfOne = (circle: readonly string[]) => rooms.some((room) => circle.every((path) => path.startsWith(room)));
    expect(circles.filter((circle) => !isOfOne(circle))).toEqual([]);
    // Queries hold queries. Expressions do too, and leave both to the compiler that their scope knows.
    expect(circles.filter((circle) => circle.length > 8)).toEqual([]);
  });

  it('there are no barrels and no utilities', () => {
    expect(paths.filter((path) => /(^|\/)index\.[cm]?[jt]s$/.test(path))).toEqual([]);
    expect(paths.filter((path) => /(^|[/._-])(utils?|helpers?)([/._-]|$)/i.test(path))).toEqual([]);
  });
});
