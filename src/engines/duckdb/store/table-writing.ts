import { errorText } from '../../../errors/error-text.js';
import { type DataProblem } from '../../engine.js';
import { sandboxMemory } from '../sandbox/sandbox-memory.js';
import { type KeptTablesParts } from './kept-tables-parts.js';
import { type Built, StoreBuilder } from './store-builder.js';
import { bytesOf, type StoreFiles } from './store-files.js';
import { type BuildOutcome, type SourceFile } from './store-messages.js';
import { type WantedTable, type WantedTables } from './wanted-tables.js';

/** Most memory of the process that writes: with more, it would be in the way of the service. */
const MAX_MEMORY_BYTES = 2 ** 30;

/** Milliseconds until the next attempt where another process writes, or files are being written. */
const AGAIN_MS = 2000;

/** Most of the time that a table may be written: one with constantly changing files would be so all the time. */
const SHARE_OF_TIME = 1 / 10;

/** Attempts at a table whose files seem to change, or that makes the process end. */
const MAX_ATTEMPTS = 3;

const REASONS: Readonly<Record<BuildOutcome['result'], string>> = {
  built: '',
  changed: 'its files change while they are read',
  failed: 'a row does not fit',
  ended: 'the process that writes it has ended; it may need more memory than there is',
  'too large': 'there is no room for it within QUERN_STORE_MAX_BYTES',
};

interface Failure {
  readonly table: string;
  readonly file: string;
  readonly reason: string;
}

/** Writes the tables that the store lacks, in the background. */
export class TableWriting {
  private readonly builder = new StoreBuilder();
  /** Failures by the name of the file to be written. */
  private readonly failures = new Map<string, Failure>();
  private readonly attempts = new Map<string, number>();
  /** Time at which a table may be written again, by its name. */
  private readonly notBefore = new Map<string, number>();
  /** Tables that have been written: the next time it is routine. */
  private readonly writtenOnce = new Set<string>();
  private broken: string | undefined;
  private tidying = Promise.resolve();
  private tidiedFor: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  private isWriting = false;
  private isEnding = false;

  constructor(
    private readonly parts: KeptTablesParts,
    private readonly files: StoreFiles,
    private readonly wanted: WantedTables,
    /** Searches the store for written tables, and begins the writing anew. */
    private readonly wake: () => void,
  ) {}

  get problems(): readonly DataProblem[] {
    const { path } = this.parts.options;
    const failures = [...this.failures].filter(([name, { table }]) => this.wanted.nameOf(table) === name);
    return [
      ...failures.map(([, { table, file, reason }]): DataProblem => ({
        severity: 'warning',
        file,
        message: `table "${table}" is read from its files and not from the store: ${reason}`,
      })),
      ...(this.broken === undefined
        ? []
        : [{ severity: 'warning' as const, file: path, message: `the store cannot be written: ${this.broken}` }]),
    ];
  }

  start(): void {
    this.isStarted = true;
    this.begin();
  }

  begin(): void {
    if (!this.isStarted || this.isWriting || this.isEnding) return;
    const { ready, isMoreLater } = this.missing();
    if (ready.length > 0) void this.write(ready);
    else {
      if (isMoreLater) this.again();
      this.tidying = this.tidying.then(async () => this.tidy()).catch(() => undefined);
    }
  }

  /** Removes files of former tables, if the kept tables have changed. */
  private async tidy(): Promise<void> {
    const beginnings = this.wanted.beginnings();
    const kept = [...beginnings].toSorted().join();
    if (kept === this.tidiedFor || !(await this.files.isOwn())) return;
    this.tidiedFor = kept;
    await this.files.tidy(beginnings);
  }

  /** Takes note that a file of the store is read now. A process that writes nothing removes nothing. */
  async found(name: string): Promise<void> {
    if (this.isStarted) await this.files.removeBefore(name);
  }

  async end(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.builder.end();
  }

  private again(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.wake, AGAIN_MS).unref();
  }

  private missing(): { readonly ready: readonly WantedTable[]; readonly isMoreLater: boolean } {
    const { folder } = this.parts;
    const wanted = [...this.wanted.missing()].filter(({ build }) => !this.failures.has(build.name));
    const ready = wanted.filter(
      ({ table, files }) => folder.isAtRest(files) && performance.now() >= (this.notBefore.get(table) ?? 0),
    );
    return { ready, isMoreLater: ready.length < wanted.length };
  }

  private async write(wanted: readonly WantedTable[]): Promise<void> {
    this.isWriting = true;
    let isBusy = false;
    try {
      await this.files.make();
      await this.tidying;
      const built = await this.build(new Map(wanted.map((each) => [each.build.name, each])));
      ({ isBusy } = built);
      this.broken = built.broken;
      await this.files.tidy(this.wanted.beginnings());
    } catch (error) {
      this.broken = errorText(error);
    } finally {
      this.isWriting = false;
    }
    if (this.isEnding || this.broken !== undefined) return;
    if (isBusy) this.again();
    else this.wake();
  }

  private async build(wanted: ReadonlyMap<string, WantedTable>): Promise<Built> {
    const { options, threads, tables, progress } = this.parts;
    const limits = { memoryLimitBytes: Math.min(MAX_MEMORY_BYTES, sandboxMemory()), threads };
    const task = { path: options.path, folders: tables.source.folders, limits, maxBytes: options.maxBytes };
    return this.builder.build(
      { ...task, tables: Array.from(wanted.values(), (each) => each.build) },
      {
        onBegun: (name) => {
          const { table = '', build } = wanted.get(name) ?? {};
          const line = `writing table "${table}" into the store: ${megabytes(build?.files ?? [])} of files`;
          progress(line, this.writtenOnce.has(table));
        },
        onEnded: (name, outcome) => {
          const ended = wanted.get(name);
          if (ended) this.take(ended, outcome);
          if (outcome.result === 'built') this.wake();
        },
      },
    );
  }

  private take({ table, build }: WantedTable, outcome: BuildOutcome): void {
    const { result, ms, reason = REASONS[result], rows = 0, filesRead = 0 } = outcome;
    this.notBefore.set(table, performance.now() + ms / SHARE_OF_TIME);
    if (result === 'built') {
      const counts = `${counted(rows, 'row')}, ${counted(filesRead, 'file')} read`;
      const line = `table "${table}" is in the store: ${counts}, ${(ms / 1000).toFixed(1)} s`;
      this.parts.progress(line, this.writtenOnce.has(table));
      this.writtenOnce.add(table);
      return;
    }
    const { name, files } = build;
    const attempts = (this.attempts.get(name) ?? 0) + 1;
    this.attempts.set(name, attempts);
    const mayPass = result === 'changed' || result === 'ended';
    if (!mayPass || attempts >= MAX_ATTEMPTS) this.failures.set(name, { table, file: files[0]?.path ?? '', reason });
  }
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}

function megabytes(files: readonly SourceFile[]): string {
  return `${(bytesOf(files) / 1e6).toFixed(1)} MB`;
}
