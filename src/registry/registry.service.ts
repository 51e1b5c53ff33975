import { EventEmitter } from 'node:events';
import { type LoggerService } from '@nestjs/common';
import { type Settings } from '../config/settings.js';
import { type Engine } from '../engines/engine.js';
import { QuernError } from '../errors/quern-error.js';
import { ENDPOINT_FILES } from '../endpoint-files/watch/endpoint-files.js';
import { folderProblems } from '../files/find-files.js';
import { EndpointFolder, type FolderContents } from './endpoint-folder.js';
import { type KeptFiles } from './kept/kept-files.js';
import { InvalidEndpoints, dataProblems } from './invalid-endpoints.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { isError, type Problem } from '../diagnostics/problem.js';
import { ProblemLog } from '../diagnostics/problem-log.js';
import { type LoadedEndpoint } from './servable.js';

export type { LoadedEndpoint } from './servable.js';

/** A change of the endpoints after one of the files; an endpoint that is defined anew is in both. */
interface RegistryChange {
  readonly retired: readonly Endpoint[];
  readonly added: readonly Endpoint[];
}

/** Milliseconds after which a look at the data is reported. */
const LONG_LOOK_MS = 5000;

/** Whether changes of the data are taken up: `busy` while a look at them takes long, `failing` where the last one did not succeed. */
export type DataFollowing = 'ok' | 'busy' | 'failing';

export class Registry {
  /** `change`: the new set is served already. */
  readonly events = new EventEmitter<{ change: [RegistryChange] }>();
  readonly folder: EndpointFolder;
  /** Number of times that the served endpoints have been replaced, including the start. */
  generation = 0;
  /** Time at which the files were last read, in milliseconds since the epoch. */
  readAt = 0;
  private readonly problemLog: ProblemLog;
  /** Served endpoints by id, by name and in the order of their names, replaced as a whole, so that nobody ever sees half of a change. */
  private served = servedSet([]);
  private contents: FolderContents = { endpoints: [], problems: [], names: [] };
  /** Time since which the data are being looked at. */
  private lookingSince: number | undefined;
  private hasLookFailed = false;

  constructor(
    settings: Pick<Settings, 'endpointsPath'>,
    private readonly engine: Engine,
    logger: Pick<LoggerService, 'log' | 'warn'>,
    kept?: KeptFiles,
  ) {
    this.problemLog = new ProblemLog(logger);
    this.folder = new EndpointFolder(settings.endpointsPath, engine, kept);
  }

  /** Problems of all files as they are now, including warnings and those of the data. */
  get problems(): readonly Problem[] {
    return [...this.endpointProblems, ...dataProblems(this.engine)];
  }

  get endpointProblems(): readonly Problem[] {
    return this.contents.problems;
  }

  /** Number of errors in the files as they are now. */
  get errorCount(): number {
    return this.endpointProblems.filter(isError).length;
  }

  get hasError(): boolean {
    return this.endpointProblems.some(isError);
  }

  /** Number of errors in the files of tables as they are now. */
  get dataErrorCount(): number {
    return this.engine.dataProblems?.filter(isError).length ?? 0;
  }

  get dataFollowing(): DataFollowing {
    if (this.lookingSince !== undefined && performance.now() - this.lookingSince > LONG_LOOK_MS) return 'busy';
    return this.hasLookFailed ? 'failing' : 'ok';
  }

  /**
   * Checks the folder before the engine is opened, which may make sample logs.
   *
   * @throws InvalidEndpoints where there is no folder to read endpoint files from
   */
  async assertFolder(): Promise<void> {
    const problems = await folderProblems(this.folder.root, ENDPOINT_FILES);
    if (problems.length > 0) throw new InvalidEndpoints(problems);
  }

  /**
   * Reads every endpoint file and has the engine check each query.
   *
   * @throws InvalidEndpoints with every problem of every file, when there is an error among them.
   */
  async open(): Promise<void> {
    const contents = await this.folder.open();
    if (contents.problems.some(isError)) throw new InvalidEndpoints(contents.problems);
    this.serve(contents);
  }

  /**
   * Opens for these endpoints: other files that cannot be served are reported, and do no harm.
   *
   * @throws InvalidEndpoints where the file of one of them cannot be served, or none can.
   */
  async openFor(...references: readonly string[]): Promise<void> {
    const contents = await this.folder.open();
    const errors = contents.problems.filter(isError);
    const wanted = new Set(references.map((reference) => reference.toLowerCase()));
    const names = contents.names.filter(({ value }) => wanted.has(value.toLowerCase()));
    const ownErrors = errors.filter(({ file }) => names.some(({ where }) => where.file === file));
    if (ownErrors.length > 0) throw new InvalidEndpoints(ownErrors);
    if (contents.endpoints.length === 0 && errors.length > 0) throw new InvalidEndpoints(contents.problems);
    this.serve(contents);
  }

  /**
   * Takes in changes at these paths, and with the whole folder the answers of an engine that could not be asked before. Returns the paths of
   * files that were being written, to be looked at again.
   */
  async reload(paths: readonly string[]): Promise<readonly string[]> {
    const { contents, beingWritten } = await this.folder.rescan(paths);
    this.serve(contents);
    if (paths.includes(this.folder.root)) this.serve(await this.folder.recheckUnchecked());
    return beingWritten;
  }

  /**
   * Takes in changes of the data at these paths, after the engine has checked the queries that they may concern. Both are valid at once.
   * Returns the names of the tables, and the paths that were being written.
   */
  async reloadData(paths: readonly string[]): Promise<{ tables: readonly string[]; beingWritten: readonly string[] }> {
    this.lookingSince = performance.now();
    let isDone = false;
    try {
      const { change, beingWritten = [] } = (await this.engine.data?.look(paths)) ?? {};
      if (change) this.serve(await this.folder.recheck(change));
      isDone = true;
      return { tables: change?.tables ?? [], beingWritten };
    } finally {
      this.hasLookFailed = !isDone;
      this.lookingSince = undefined;
    }
  }

  byIdIfServed(id: string): Endpoint | undefined {
    return this.served.byId.get(id)?.endpoint;
  }

  /** Whether this endpoint, as it is defined here, is served. */
  serves(endpoint: Endpoint): boolean {
    return this.byIdIfServed(endpoint.id) === endpoint;
  }

  list(): readonly LoadedEndpoint[] {
    return this.served.inOrder;
  }

  /**
   * Finds an endpoint by exact name, or by id in either case (a UUID's hex digits have none, RFC 9562 section 4).
   *
   * @throws QuernError `endpoint_not_found`
   */
  find(reference: string): LoadedEndpoint {
    const found = this.findIfServed(reference);
    if (!found) throw new QuernError('endpoint_not_found', 'There is no endpoint with this id or name.');
    return found;
  }

  findIfServed(reference: string): LoadedEndpoint | undefined {
    return this.served.byName.get(reference) ?? this.served.byId.get(reference.toLowerCase());
  }

  private serve(contents: FolderContents): void {
    this.readAt = Date.now();
    // Answers that were made for the served set, such as documents, stay good.
    if (contents === this.contents) return;
    const before = this.served;
    this.contents = contents;
    this.served = servedSet(contents.endpoints);
    this.problemLog.update(contents.problems);
    const change = { retired: without(before, this.served), added: without(this.served, before) };
    if (change.retired.length === 0 && change.added.length === 0) return;
    this.generation += 1;
    this.events.emit('change', change);
  }
}

type ServedSet = ReturnType<typeof servedSet>;

function servedSet(endpoints: readonly LoadedEndpoint[]) {
  return {
    byId: new Map(endpoints.map((loaded) => [loaded.endpoint.id, loaded])),
    byName: new Map(endpoints.map((loaded) => [loaded.endpoint.name, loaded])),
    inOrder: endpoints.toSorted((a, b) => (a.endpoint.name < b.endpoint.name ? -1 : 1)),
  };
}

/** The endpoints of a set that another one does not have as they are defined here. */
function without({ inOrder }: ServedSet, other: ServedSet): readonly Endpoint[] {
  return inOrder.map(({ endpoint }) => endpoint).filter((each) => other.byId.get(each.id)?.endpoint !== each);
}
