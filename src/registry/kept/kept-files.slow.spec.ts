import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { duckDbOptions, schemaOf } from '../../../test/support/duckdb.js';
import { readEndpointFileSync } from '../../endpoint-files/watch/endpoint-file-reading.js';
import { problemIn } from '../../endpoint-files/endpoint-source.js';
import { DuckDbEngine } from '../../engines/duckdb/duckdb.engine.js';
import { EndpointFolder, type FolderContents } from '../endpoint-folder.js';
import { KeptFiles } from './kept-files.js';

let folder: string;
const at = (...names: readonly string[]) => join(folder, ...names);

/** Between them, everything that an endpoint can have. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  'plain.yaml': 'id: 00000001-0000-4000-8000-00000000000a\nname: plain\nquery: SELECT id, amount FROM orders\n',
  'whole.yaml': `\ufeffid: 00000002-0000-4000-8000-00000000000B
name: whole
description: >
  Ünï, 🦆
  and more.
parameters:
  word: { type: string, pattern: '[a-z]+(?:é|🦆)?', max_length: 12, required: true, description: A word. }
  least: { type: integer, default: 9007199254740993, min: -9223372036854775808, max: 9223372036854775807 }
  share: { type: number, default: 0.25, max: 1.5 }
  is_big: { type: boolean, default: true }
  since: { type: timestamp, default: '2026-11-20T10:47:12.345678Z' }
  day: { type: date, enum: [2026-11-20, 2026-11-21], default: 2026-11-20, otherwise: default }
  ids: { type: array, items: integer }
columns:
  - { name: id, type: INT64, nullable: false, json: string }
  - { name: amount, type: FLOAT64 }
bound: [word]
max_rows: 7
max_bytes: 1000000
caching: 60
cache_warming: 20
stale_if_error: 600
max_concurrency: 2
timeout: 12
warm:
  - { word: abc, ids: [1, 2] }
query: |2-  # comment
  SELECT id, amount FROM orders
    WHERE id >= @least AND amount >= @share AND id IN UNNEST(@ids) AND @word > '' AND @is_big
      AND @since > TIMESTAMP '2020-01-01' AND @day > DATE '2020-01-01'
  ORDER BY id
`,
  'warned.yaml': `id: 00000003-0000-4000-8000-00000000000a\r\nname: warned\r\nquery: "SELECT\\n  event_message\\n FROM edge_logs"\r\n`,
  'nested/dataset.yaml':
    'id: 00000004-0000-4000-8000-00000000000a\nname: dataset\nquery: SELECT b FROM `shop.items-2026`\n',
  'paged.yaml': `id: 00000005-0000-4000-8000-00000000000a
name: paged
parameters:
  after: { type: integer }
columns: [{ name: id, type: INT64, nullable: false }]
page: { size: 2, next: { after: id } }
query: SELECT id FROM orders WHERE @after IS NULL OR id > @after ORDER BY id
`,
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-kept-'));
  await mkdir(at('data/shop'), { recursive: true });
  await mkdir(at('endpoints/nested'), { recursive: true });
  await writeTable('orders', 'id INT64, amount FLOAT64');
  await writeTable('shop/items-2026', 'b STRING');
  for (const [name, text] of Object.entries(ENDPOINTS)) await writeFile(at('endpoints', name), text);
});
afterEach(async () => rm(folder, { recursive: true }));

async function writeTable(table: string, columns: string): Promise<void> {
  await writeFile(at('data', `${table}.ndjson`), '');
  await writeFile(at('data', `${table}.schema.json`), schemaOf(columns));
}

/** A start: what it serves, with what it says of files, and how often the engine was asked. */
async function load(checkedPath: string | undefined, open = opened): Promise<{ served: string; checks: number }> {
  return open(async (engine) => {
    const check = jest.spyOn(engine, 'check');
    const contents = await new EndpointFolder(at('endpoints'), engine, KeptFiles.for({ checkedPath }, engine)).open();
    return { served: told(contents), checks: check.mock.calls.length };
  });
}

async function opened<T>(
  work: (engine: DuckDbEngine) => Promise<T>,
  numbers: 'exact' | 'string' = 'exact',
): Promise<T> {
  const engine = new DuckDbEngine({ ...duckDbOptions(at('data')), numbers });
  await engine.open('check');
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** All of it, as text: numbers of every kind, maps, patterns and objects of classes told apart. */
function told({ endpoints, problems, names }: FolderContents): string {
  const byName = endpoints.toSorted((a, b) => (a.endpoint.name < b.endpoint.name ? -1 : 1));
  const place = ({ endpoint }: (typeof byName)[number]) =>
    problemIn(endpoint, 'query_refused', { line: 2, column: 3, message: '' });
  const matches = byName.flatMap(({ endpoint }) =>
    endpoint.parameters.map(({ pattern }) => pattern?.whole.test('abcé')),
  );
  const all = {
    byName,
    places: byName.map(place),
    matches,
    problems: problems.map((problem) => inspect(problem, { sorted: true })).sort(),
    names: names.map((name) => inspect(name, { sorted: true })).sort(),
  };
  return inspect(all, { depth: null, maxArrayLength: null, maxStringLength: null, sorted: true });
}

const kept = () => at('kept/checked');

/** The files with entries. */
async function segments(): Promise<string[]> {
  return (await readdir(kept())).filter((name) => name.endsWith('.kept')).map((name) => join(kept(), name));
}

async function onlySegment(): Promise<string> {
  const [path = '', ...others] = await segments();
  expect([path === '', others]).toEqual([false, []]);
  return path;
}

/** Where the entries of a segment are. */
function entriesOf(bytes: Buffer): { readonly key: Buffer; readonly rest: Buffer }[] {
  const found: { key: Buffer; rest: Buffer }[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + 36 + bytes.readUInt32BE(start + 32) + 32;
    found.push({ key: bytes.subarray(start, start + 32), rest: bytes.subarray(start + 32, end) });
    start = end;
  }
  return found;
}

const ALL = Object.keys(ENDPOINTS).length;

describe('what is kept of endpoint files', () => {
  it('is what a start without it finds, and the engine is not asked again', async () => {
    const without = await load(undefined);
    expect(without.checks).toBe(ALL);
    expect(without.served).toContain('unbounded_scan');
    expect(await load(kept())).toEqual(without);
    const path = await onlySegment();
    expect(entriesOf(await readFile(path))).toHaveLength(ALL);
    expect(await load(kept())).toEqual({ ...without, checks: 0 });
    // With nothing new, nothing is written.
    expect(await segments()).toEqual([path]);
  });

  it('is for its owner alone', async () => {
    await load(kept());
    const modes = await Promise.all(
      [kept(), join(kept(), 'seal.key'), await onlySegment()].map(async (path) =>
        ((await stat(path)).mode & 0o777).toString(8),
      ),
    );
    expect(modes).toEqual(['700', '600', '600']);
    expect(await readFile(join(kept(), '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('is found by the same text at another path, and says so', async () => {
    await load(kept());
    await rename(at('endpoints/warned.yaml'), at('endpoints/nested/moved.yaml'));
    const without = await load(undefined);
    expect(await load(kept())).toEqual({ ...without, checks: 0 });
    expect(without.served).toContain('nested/moved.yaml');
    expect(without.served).not.toContain('endpoints/warned.yaml');
  });

  it('is not for what has changed', async () => {
    await load(kept());
    await writeFile(
      at('endpoints/plain.yaml'),
      (ENDPOINTS['plain.yaml'] ?? '').replace('SELECT id,', 'SELECT 1 + id AS id,'),
    );
    const without = await load(undefined);
    expect(without.served).toContain('1 + id');
    expect(await load(kept())).toEqual({ ...without, checks: 1 });
    expect(await load(kept())).toEqual({ ...without, checks: 0 });
    expect(await load(kept(), async (work) => opened(work, 'string'))).toEqual({ ...without, checks: ALL });
  });

  it.each([
    ['orders', 'id INT64, amount STRING', 3],
    ['orders', 'amount FLOAT64', 3],
    ['shop/items-2026', 'b INT64', 1],
    ['edge_logs', 'event_message INT64, timestamp TIMESTAMP', 1],
  ])('is not for files over tables with other columns: %s with %s', async (table, columns, changed) => {
    const before = await load(kept());
    await writeTable(table, columns);
    const without = await load(undefined);
    expect(without.served === before.served).toBe(false);
    expect(await load(kept())).toEqual({ ...without, checks: changed });
    await rm(at('data', `${table}.ndjson`));
    await rm(at('data', `${table}.schema.json`));
    expect((await load(kept())).served).toBe((await load(undefined)).served);
  });

  it('is for files beside which there are other tables now', async () => {
    const before = await load(kept());
    await writeTable('shop/others', 'id INT64');
    await writeTable('others', 'id INT64');
    expect(await load(kept())).toEqual({ ...before, checks: 0 });
  });

  it.each([
    ['YAML', '"SELECT id, amount FROM \\x6frders"'],
    ['GoogleSQL', 'SELECT id, amount FROM `\\x6frders`'],
  ])('has nothing of a file that writes the name of a table in escapes of %s', async (_, query) => {
    const columns = 'columns: [{ name: id, type: INT64 }, { name: amount, type: FLOAT64 }]';
    const text = `id: 00000006-0000-4000-8000-00000000000a\nname: hidden\n${columns}\nquery: ${query}\n`;
    await writeFile(at('endpoints/hidden.yaml'), text);
    expect((await load(kept())).served).toContain('hidden');
    await writeTable('orders', 'id INT64, amount INT64');
    const without = await load(undefined);
    expect(without.served).toContain('columns_differ');
    expect((await load(kept())).served).toBe(without.served);
  });

  it('has nothing of files with errors, nor of those over which callers write SQL', async () => {
    await writeFile(
      at('endpoints/broken.yaml'),
      'id: 00000007-0000-4000-8000-00000000000a\nname: broken\nquery: SELECT nothing FROM orders\n',
    );
    await writeFile(
      at('endpoints/open.yaml'),
      'id: 00000008-0000-4000-8000-00000000000a\nname: open\nsandboxing: enabled\nquery: WITH o AS (SELECT id FROM orders) SELECT id FROM o\n',
    );
    const without = await load(undefined);
    expect(await load(kept())).toEqual({ ...without, checks: ALL + 2 });
    expect(await load(kept())).toEqual({ ...without, checks: 2 });
  });
});

describe('what is not as it was written', () => {
  let without: string;
  let segment: string;
  let written: Buffer;
  beforeEach(async () => {
    ({ served: without } = await load(undefined));
    await load(kept());
    segment = await onlySegment();
    written = await readFile(segment);
  });

  /** Expects equal answers, and so many files checked. */
  async function expectChecks(checks: number): Promise<void> {
    expect(await load(kept())).toEqual({ served: without, checks });
  }

  it('is the rest of a file that was cut off', async () => {
    const ends = entriesOf(written).map(({ key }) => written.indexOf(key) + 50);
    for (const [index, end] of [...ends, written.length - 1].entries()) {
      for (const path of await segments()) await rm(path);
      await writeFile(segment, written.subarray(0, end));
      await expectChecks(Math.max(1, ALL - index));
    }
    for (const path of await segments()) await rm(path);
    await writeFile(segment, '');
    await expectChecks(ALL);
  });

  it('is each entry with one bit turned, wherever it is', async () => {
    const lengths = entriesOf(written).map(({ rest }) => rest.length + 32);
    await opened(async (engine) => {
      const truth = await foundBy(engine);
      expect(truth).not.toContain('undefined');
      let [end = 0] = lengths;
      for (let index = 0, offset = 0; offset < written.length; offset += 31) {
        while (offset >= end) end += lengths[++index] ?? Infinity;
        const turned = Buffer.from(written);
        turned.writeUInt8((turned[offset] ?? 0) ^ (1 << (offset % 8)), offset);
        await writeFile(segment, turned);
        const found = await foundBy(engine);
        const wrong = found.filter((text, file) => text !== 'undefined' && text !== truth[file]);
        expect([offset, wrong, found.includes('undefined')]).toEqual([offset, [], true]);
      }
    });
  });

  it('is an entry in the place of another', async () => {
    const entries = entriesOf(written);
    const swapped = entries.map(({ key }, index) => Buffer.concat([key, entries[(index + 1) % ALL]?.rest ?? key]));
    await writeFile(segment, Buffer.concat(swapped));
    await expectChecks(ALL);
  });

  it('is one of another version', async () => {
    const other = join(kept(), `${'0'.repeat(16)}-0123456789abcdef.kept`);
    await rename(segment, other);
    await expectChecks(ALL);
    await expectChecks(0);
  });

  it('is one under a key of another version, in a file of this one', async () => {
    const others = entriesOf(written).map(({ key, rest }) => Buffer.concat([hash('sha256', key, 'buffer'), rest]));
    await writeFile(segment, Buffer.concat(others));
    await expectChecks(ALL);
  });

  it('is what bears the seal of another folder, or of this one copied with its key', async () => {
    const copy = at('copy');
    await cp(kept(), copy, { recursive: true, preserveTimestamps: true });
    expect(await load(copy)).toEqual({ served: without, checks: ALL });
    for (const path of await segments()) await rm(path);
    for (const name of (await readdir(copy)).filter((each) => each.endsWith('.kept'))) {
      // The one that is under this seal already is left out.
      if (!segment.endsWith(name)) await cp(join(copy, name), join(kept(), name));
    }
    expect(await segments()).toHaveLength(1);
    await expectChecks(ALL);
  });

  it('is all of it, where others may read the key', async () => {
    await chmod(join(kept(), 'seal.key'), 0o644);
    await expectChecks(ALL);
    expect((await stat(join(kept(), 'seal.key'))).mode & 0o777).toBe(0o600);
    await expectChecks(0);
    await writeFile(join(kept(), 'seal.key'), 'short');
    await expectChecks(ALL);
    // Nobody writes to it, so that whoever reads it the usual way waits for ever.
    await rm(join(kept(), 'seal.key'));
    execFileSync('mkfifo', [join(kept(), 'seal.key')]);
    await expectChecks(ALL);
    expect((await stat(join(kept(), 'seal.key'))).isFile()).toBe(true);
  });

  /** The findings for each file, in their order. */
  async function foundBy(engine: DuckDbEngine): Promise<string[]> {
    const files = KeptFiles.for({ checkedPath: kept() }, engine);
    const found: string[] = [];
    for (const name of Object.keys(ENDPOINTS)) {
      const contents = readEndpointFileSync(at('endpoints', name));
      found.push(
        inspect(contents && (await files?.find(name, contents)), { depth: null, maxStringLength: null, sorted: true }),
      );
    }
    return found;
  }
});

describe('a folder for what is kept', () => {
  it('may be gone at any time', async () => {
    const without = await load(undefined);
    await load(kept());
    await opened(async (engine) => {
      const files = KeptFiles.for({ checkedPath: kept() }, engine);
      expect(await files?.isEmpty()).toBe(false);
      await rm(kept(), { recursive: true });
      const contents = await new EndpointFolder(at('endpoints'), engine, files).open();
      expect(told(contents)).toBe(without.served);
      await writeFile(at('endpoints/plain.yaml'), `${ENDPOINTS['plain.yaml'] ?? ''}# Changed.\n`);
      expect((await new EndpointFolder(at('endpoints'), engine, files).open()).endpoints).toHaveLength(ALL);
      await rm(kept(), { recursive: true });
      await files?.save();
    });
    await writeFile(at('endpoints/plain.yaml'), ENDPOINTS['plain.yaml'] ?? '');
    expect(await load(kept())).toEqual(without);
    expect(await load(kept())).toEqual({ ...without, checks: 0 });
  });

  it('may be taken away while it is written to', async () => {
    const without = await load(undefined);
    await opened(async (engine) => {
      const files = KeptFiles.for({ checkedPath: kept() }, engine);
      jest.spyOn(engine, 'check').mockImplementationOnce(async (query) => {
        await rm(at('kept'), { recursive: true, force: true });
        await writeFile(at('kept'), 'A file.');
        return engine.check(query);
      });
      expect(told(await new EndpointFolder(at('endpoints'), engine, files).open())).toBe(without.served);
    });
    expect(await readFile(at('kept'), 'utf8')).toBe('A file.');
  });

  it.each([['endpoints/plain.yaml'], ['endpoints/plain.yaml/checked']])(
    'need not be one that can be made: %s',
    async (path) => {
      const without = await load(undefined);
      expect(await load(at(path))).toEqual(without);
    },
  );

  it('is none with off', async () => {
    const without = await load(undefined);
    const before = await readdir('.');
    expect(await load('off')).toEqual(without);
    expect(await readdir('.')).toEqual(before);
  });

  it('may be used by several starts at once', async () => {
    const without = await load(undefined);
    const all = await Promise.all(Array.from({ length: 6 }, async () => load(kept())));
    expect(all.map(({ served }) => served)).toEqual(all.map(() => without.served));
    expect(await load(kept())).toEqual({ ...without, checks: 0 });
  });

  it('is not asked for by an engine whose answers go by what is elsewhere', async () => {
    await opened((engine) => {
      const other = Object.assign(Object.create(engine) as DuckDbEngine, { checkTerms: undefined });
      expect(KeptFiles.for({ checkedPath: kept() }, other)).toBeUndefined();
      return Promise.resolve();
    });
  });
});
