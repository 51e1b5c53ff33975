import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder, duckDbOptions } from '../../test/support/duckdb.js';
import { endpointFile } from '../../test/support/endpoint-file.js';
import { ALL_SCOPES } from '../access/key.js';
import { type Settings } from '../config/settings.js';
import { DuckDbEngine } from '../engines/duckdb/duckdb.engine.js';
import { ConcurrentCalls } from '../limits/concurrent-calls.service.js';
import { LongAnswers } from '../limits/long-answers.service.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { AnswersByRights } from './answers-by-rights.js';
import { Registry } from './registry.service.js';

const KEY = { id: 'k', scopes: ALL_SCOPES, bind: new Map<string, string>() } as never;
const LIMITS = { keyConcurrency: 1, cacheMaxBytes: 0 } as Settings;
const WHOLE = { name: '', after: '' };
const COUNT = 60;

describe('Registry', () => {
  let folder: string;
  let data: string;
  let engine: DuckDbEngine;
  let registry: Registry;

  const at = (name: string) => join(folder, name);
  /** Looks until what is written is at rest. */
  const reload = async () => {
    for (let again: readonly string[] = [folder]; again.length > 0;) again = await registry.reload([folder]);
  };

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
    folder = await mkdtemp(join(tmpdir(), 'quern-registry-'));
    await writeFile(at('a.yaml'), endpointFile({ name: 'a', query: 'SELECT 1 AS one' }));
    registry = new Registry({ endpointsPath: folder }, engine, { log: () => undefined, warn: () => undefined });
  });
  afterEach(async () => rm(folder, { recursive: true }));

  it('keeps what it serves, and what was made of it, where a look finds nothing changed', async () => {
    await registry.open();
    let made = 0;
    const documents = new AnswersByRights(
      registry,
      new LongAnswers(new ConcurrentCalls(LIMITS), new UnsentBytes(LIMITS)),
      async () => Promise.resolve({ number: (made += 1) }),
      () => 1,
    );
    await writeFile(at('large.yaml'), '#'.repeat(2_000_000));
    await reload();
    const first = await documents.of(KEY, WHOLE);
    await registry.reload([folder]);
    await utimes(at('a.yaml'), 1, 1);
    await reload();
    expect(await documents.of(KEY, WHOLE)).toBe(first);
    await writeFile(at('a.yaml'), endpointFile({ name: 'a', query: 'SELECT 2 AS two' }));
    await reload();
    expect([await documents.of(KEY, WHOLE), registry.list()[0]?.columns[0]?.name]).toEqual([{ number: 2 }, 'two']);
  });

  it('tells of what cannot be read any more, and that it can, where no endpoint has changed', async () => {
    await registry.open();
    await symlink('nowhere', at('b.yaml'));
    await registry.reload([folder]);
    expect(registry.problems.map(({ file }) => file)).toEqual([at('b.yaml')]);
    await rm(at('b.yaml'));
    await registry.reload([folder]);
    expect(registry.problems).toEqual([]);
  });

  it.each(['0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a', '0B6E0D5C-2F0B-4C3A-9A51-6F1D2E3C4B5A'])(
    'keeps the endpoint with the id %s where a file in front of it has that id as well',
    async (id) => {
      await writeFile(at('b.yaml'), endpointFile({ id, name: 'b', query: 'SELECT 1 AS one' }));
      await registry.open();
      await writeFile(at('a.yaml'), endpointFile({ id, name: 'newcomer', query: 'SELECT 2 AS two' }));
      await reload();
      expect([registry.problems[0]?.file, registry.find(id).endpoint.name]).toEqual([at('a.yaml'), 'b']);
    },
  );

  it('keeps it where tables have changed that nobody reads, which it looks for in turns', async () => {
    for (let index = 0; index < COUNT; index += 1) {
      const query = `SELECT 1 AS one -- ${`word${index} `.repeat(1000)}`;
      await writeFile(at(`n${index}.yaml`), endpointFile({ name: `n${index}`, query }));
    }
    await registry.open();
    const before = registry.list();
    await writeFile(join(data, 'other.csv'), 'id\n1\n');
    let tables: readonly string[] = [];
    while (tables.length === 0) ({ tables } = await registry.reloadData([data]));
    expect([tables, registry.list() === before]).toEqual([['other'], true]);
    let turns = 0;
    const counting = () => {
      turns += 1;
      next = setImmediate(counting);
    };
    let next = setImmediate(counting);
    await registry.folder.recheck({ tables, engine, apply: () => undefined });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(2);
  });
});
