import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { type StoreOptions } from '../../src/engines/duckdb/store/kept-tables-parts.js';
import { dataFolder, type DataFiles, duckDbOptions, rowsOf, statementOf } from './duckdb.js';
import { eventually } from './eventually.js';

/** A folder of data, a store of it, and the engines that read them. */
export class Stored {
  /** What the engines have said of their progress. */
  readonly said: string[] = [];
  /** Those of it that are no routine. */
  readonly news: string[] = [];
  private readonly engines = new Set<DuckDbEngine>();

  private constructor(
    readonly data: string,
    readonly store: string,
  ) {}

  static async of(files: DataFiles): Promise<Stored> {
    return new Stored(await dataFolder(files), join(await mkdtemp(join(tmpdir(), 'quern-store-')), 'store'));
  }

  /** An engine that writes to the store, unless it is one that only reads, as a command does. */
  async open(options: Partial<StoreOptions> & { readonly isReader?: boolean } = {}): Promise<DuckDbEngine> {
    const { isReader = false, ...store } = options;
    const engine = new DuckDbEngine({
      ...duckDbOptions(this.data),
      store: { mode: 'on', path: this.store, maxBytes: 1e9, ...store },
      progress: (line, isRoutine = false) => {
        this.said.push(line);
        if (!isRoutine) this.news.push(line);
      },
    });
    this.engines.add(engine);
    await engine.open('run');
    if (!isReader) engine.data?.onDoubt(() => this.look(engine));
    return engine;
  }

  /** An engine that reads all tables from the store. */
  async openReady(options: Partial<StoreOptions> = {}): Promise<DuckDbEngine> {
    const engine = await this.open(options);
    await this.ready(engine);
    return engine;
  }

  /** Until each table is read from the store, or has a reason not to be. */
  async ready(engine: DuckDbEngine): Promise<void> {
    const tables = (await engine.describeTables()).filter(
      ({ columns, files }) => columns.length > 0 && files.length > 0,
    ).length;
    await eventually(() => {
      const refused = engine.dataProblems.filter(({ message }) => message.includes('not from the store'));
      return (engine.activity.store?.tables ?? 0) + refused.length >= tables;
    });
  }

  /** What is done where a service sees that a file has changed. */
  async look(engine: DuckDbEngine): Promise<void> {
    for (let isSeen = false; !isSeen;) {
      const look = await engine.data?.look([this.data]);
      look?.change?.apply();
      isSeen = look?.beingWritten.length === 0;
    }
  }

  /** The tables of the store by name, and where each is read from. */
  async readFrom(engine: DuckDbEngine): Promise<Readonly<Record<string, 'store' | 'files'>>> {
    const tables = (await engine.describeTables()).filter(({ files }) => files.length > 0);
    return Object.fromEntries(tables.map(({ name, stored }) => [name, stored ? 'store' : 'files']));
  }

  async rows(engine: DuckDbEngine, sql: string): Promise<unknown[][]> {
    return rowsOf(await engine.run(statementOf(sql)));
  }

  /** The files of the store that are whole. */
  async files(): Promise<string[]> {
    const names = await readdir(this.store).catch(() => []);
    return names.filter((name) => name.endsWith('.duckdb')).map((name) => join(this.store, name));
  }

  async close(...engines: readonly DuckDbEngine[]): Promise<void> {
    for (const engine of engines.length > 0 ? engines : this.engines) {
      this.engines.delete(engine);
      await engine.close();
    }
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.data, { recursive: true });
    await rm(join(this.store, '..'), { recursive: true });
  }
}
