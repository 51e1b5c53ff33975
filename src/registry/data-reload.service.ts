import { setTimeout } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { ProblemLog } from '../diagnostics/problem-log.js';
import { type FollowedData, Engine } from '../engines/engine.js';
import { listing } from '../errors/listing.js';
import { tablesNamed } from '../googlesql/checks/table-reads.js';
import { ifParsed } from '../googlesql/grammar/parse.js';
import { FolderFollower } from '../files/folder-follower.js';
import { dataProblems } from './invalid-endpoints.js';
import { Registry } from './registry.service.js';

/** Milliseconds between two looks at files that are being written, while a call waits for them, and the number of looks. */
const AGAIN_MS = 50;
const LOOKS = 20;

/** Milliseconds between two such looks after one that has found nothing: else every call that fails would go through all files. */
const REST_MS = 1000;

/** Keeps the tables that queries read up with their files, from when the service is ready until it stops. */
@Injectable()
export class DataReload implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Data');
  private readonly problemLog = new ProblemLog(this.logger);
  private follower: FolderFollower | undefined;
  /** End of the last look; looks are taken one after the other. */
  private looking: Promise<unknown> = Promise.resolve();
  /** Look that runs wait for after they did not find their data. */
  private doubt: Promise<void> | undefined;
  private restsUntil = 0;
  private rest = new AbortController();
  private isStopping = false;

  constructor(
    private readonly registry: Registry,
    @Inject(Engine) private readonly engine: Engine,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.problemLog.update(dataProblems(this.engine));
    this.tellEmpty();
    const { data } = this.engine;
    if (this.settings.reload === 'off' || !data) return;
    this.follower = new FolderFollower({
      root: data.root,
      rescan: (paths) => this.look(paths),
      watched: () => data.watched(),
      warn: (message) => {
        this.logger.warn(message);
      },
    });
    data.onDoubt(() => (this.doubt ??= this.lookNow(data).finally(() => (this.doubt = undefined))));
  }

  /** Stops before the engine is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.rest.abort();
    await this.follower?.close();
    await this.doubt;
  }

  /** Tells of empty tables that endpoints name: their answers are right and say nothing. */
  private tellEmpty(): void {
    const queries = this.registry.list().map(({ endpoint }) => endpoint.sql);
    // Few of thousands of queries are parsed again: those that have the name, up to the first that reads it.
    const empty = (this.engine.emptyTables ?? []).filter((name) => queries.some((sql) => reads(sql, name)));
    if (empty.length > 0)
      this.logger.log(`no file makes ${listing(empty)}, which endpoints read: empty until one does`);
  }

  private async look(paths: readonly string[]): Promise<readonly string[]> {
    const look = this.looking.then(() => this.registry.reloadData(paths));
    this.looking = look.catch(() => undefined);
    const { tables, beingWritten } = await look;
    this.problemLog.update(dataProblems(this.engine));
    if (tables.length > 0) {
      this.restsUntil = 0;
      this.rest.abort();
      this.logger.log(`tables have changed: ${listing(tables)}`);
    }
    return beingWritten;
  }

  /** Looks at the data, and waits a moment for files that are being written. */
  private async lookNow({ root }: FollowedData): Promise<void> {
    this.rest = new AbortController();
    const { signal } = this.rest;
    const rest = this.restsUntil - performance.now();
    // Others that fail meanwhile wait for the same look.
    if (rest > 0) await setTimeout(rest, undefined, { ref: false, signal }).catch(() => undefined);
    let paths: readonly string[] = [root];
    try {
      for (let looks = 0; looks < LOOKS && paths.length > 0 && !this.isStopping; looks += 1) {
        if (looks > 0) await setTimeout(AGAIN_MS, undefined, { ref: false });
        paths = await this.look(paths);
      }
    } catch {
      // The follower of the folder reports the failure.
    }
    this.restsUntil = signal.aborted ? 0 : performance.now() + REST_MS;
  }
}

/** Whether a query reads a table, and does not only have its name in a text or a comment. */
function reads(sql: string, table: string): boolean {
  const names = sql.includes(table) && ifParsed(sql, tablesNamed);
  return names ? names.includes(table) : false;
}
