import { type DataChange, type Engine } from '../engines/engine.js';
import { checkEndpoint, type EndpointCheck } from './check-endpoint.js';
import { type CheckedFile, checkFile, problemsByFile } from './checked-file.js';
import { setImmediate } from 'node:timers/promises';
import { type FileContents, readEndpointFileSync } from '../endpoint-files/watch/endpoint-file-reading.js';
import { ENDPOINT_FILES } from '../endpoint-files/watch/endpoint-files.js';
import { openFileReader } from '../endpoint-files/watch/open-file-reader.js';
import { FileTree } from '../files/file-tree.js';
import { type FoundFile } from '../files/find-files.js';
import { type WatchedFolder } from '../files/folder-watch.js';
import { type Problem } from '../diagnostics/problem.js';
import { type EndpointName } from '../endpoint-files/format/read-endpoint.js';
import { type KeptFiles } from './kept/kept-files.js';
import { type LoadedEndpoint, servable } from './servable.js';

export interface FolderContents {
  /** No two with one id or one name. */
  readonly endpoints: readonly LoadedEndpoint[];
  /** Of all files. */
  readonly problems: readonly Problem[];
  /** The ids and names of all files, those that cannot be served included. */
  readonly names: readonly EndpointName[];
  /** Files to be looked at once more, since they were being written. */
  readonly beingWritten: readonly string[];
}

/** What is known of one file, and of its versions before. */
interface KnownFile extends CheckedFile {
  readonly signature: string | undefined;
  readonly digest: string | undefined;
  /** The last version that could be served. */
  lastGood: EndpointCheck | undefined;
}

/** Batches of files that are read and checked side by side: while the engine checks one file, others are read. */
const PARALLEL_BATCHES = 6;
const FILES_PER_BATCH = 16;

/**
 * The endpoint files under a folder. A second look reads only what has changed; of a file that cannot be served any more,
 * the last good version stays.
 */
export class EndpointFolder {
  private readonly tree: FileTree;
  private known: ReadonlyMap<string, KnownFile> = new Map();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    root: string,
    private readonly engine: Engine,
    /** What was found by an earlier process. */
    private readonly kept?: KeptFiles,
  ) {
    this.tree = new FileTree(root, ENDPOINT_FILES);
  }

  get root(): string {
    return this.tree.root;
  }

  /** Where a change to these files shows. */
  watched(): Promise<readonly WatchedFolder[]> {
    return this.tree.watched();
  }

  /** Reads all files as they stand. */
  open(): Promise<FolderContents> {
    return this.enqueue(() => this.scan([this.root], true));
  }

  /** Looks again at what is at these paths and below them; what is being written is left for another look. */
  rescan(paths: readonly string[]): Promise<FolderContents> {
    return this.enqueue(() => this.scan(paths, false));
  }

  /** Checks once more what may read tables that have changed, and applies the change with what was found. */
  recheck({ tables, engine, apply }: DataChange): Promise<FolderContents> {
    return this.enqueue(async () => {
      const known = new Map(this.known);
      for (const [path, file] of this.known) {
        const versions = [file.check, file.lastGood].flatMap((each) => each ?? []);
        if (versions.some(({ endpoint }) => mayRead(endpoint.sql, tables)))
          known.set(path, await rechecked(file, engine));
      }
      apply();
      this.known = known;
      return { ...this.contents(), beingWritten: [] };
    });
  }

  /** One after the other, since each continues from the state that the one before has left. */
  private enqueue(scan: () => Promise<FolderContents>): Promise<FolderContents> {
    const next = this.queue.then(scan);
    this.queue = next.catch(() => undefined);
    return next;
  }

  /** At the start, files are taken as they are, also while they are written; and what is found is kept for the next start. */
  private async scan(paths: readonly string[], isStart: boolean): Promise<FolderContents> {
    const found = await this.tree.rescan(paths);
    const known = new Map(this.known);
    for (const path of known.keys()) if (!this.tree.files.has(path) && !this.tree.isHidden(path)) known.delete(path);
    // A path that was named is read whatever its times say: on some file systems they are too coarse.
    const named = new Set(paths);
    const changed = found.filter(({ path, signature }) => named.has(path) || known.get(path)?.signature !== signature);
    const unknown = isStart ? await this.recall(changed, known) : changed;
    const beingWritten: string[] = [];
    const onRead = async (path: string, contents: FileContents | undefined) => {
      // It was there a moment ago: another look tells whether it has gone, or the folder with it.
      if (!contents) beingWritten.push(path);
      else if (contents.isAtRest || isStart) {
        const file = await this.checked(contents, known.get(path));
        known.set(path, file);
        if (isStart) await this.kept?.add(contents, file);
      } else beingWritten.push(path);
    };
    await readEach(
      unknown.map(({ path }) => path),
      onRead,
    );
    if (isStart) await this.kept?.save();
    this.known = known;
    return { ...this.contents(), beingWritten };
  }

  /** Takes over what is kept of these files, and returns those of which nothing is. */
  private async recall(files: readonly FoundFile[], known: Map<string, KnownFile>): Promise<readonly FoundFile[]> {
    const { kept } = this;
    if (!kept || (await kept.isEmpty())) return files;
    const others: FoundFile[] = [];
    for (const [index, file] of files.entries()) {
      if (index % FILES_PER_BATCH === 0) await setImmediate();
      const contents = readEndpointFileSync(file.path);
      const found = contents && (await kept.find(file.path, contents));
      if (!found) others.push(file);
      else known.set(file.path, knownFile(contents, found, known.get(file.path)));
    }
    return others;
  }

  private async checked(contents: FileContents, before: KnownFile | undefined): Promise<KnownFile> {
    const { signature, digest } = contents;
    if (before && digest !== undefined && digest === before.digest) return { ...before, signature };
    const file = await checkFile(contents, this.engine);
    return knownFile(contents, file, before);
  }

  /** What can be served of all that is known. */
  private contents(): Omit<FolderContents, 'beingWritten'> {
    const isServed = ({ key, value, where }: EndpointName) =>
      this.known.get(where.file)?.lastGood?.endpoint[key] === value;
    const found = problemsByFile(this.known, isServed);
    const candidates = Array.from(this.known, ([path, file]) => {
      const problems = found.get(path) ?? [];
      const isSound = !problems.some(({ severity }) => severity === 'error');
      if (isSound) file.lastGood = file.check;
      return { version: file.lastGood, isSound, problems };
    });
    return {
      endpoints: servable(candidates),
      problems: [...this.tree.problems, ...candidates.flatMap(({ problems }) => problems)],
      names: Array.from(this.known.values(), ({ reading }) => reading.names).flat(),
    };
  }
}

function knownFile({ signature, digest }: FileContents, file: CheckedFile, before: KnownFile | undefined): KnownFile {
  return { signature, digest, ...file, lastGood: before?.lastGood };
}

/** Whether a query may name one of these tables. Names are written as they are, but for those with escapes in them. */
function mayRead(sql: string, tables: readonly string[]): boolean {
  return sql.includes('\\') || tables.some((table) => sql.includes(table.slice(table.lastIndexOf('.') + 1)));
}

async function rechecked(file: KnownFile, engine: DataChange['engine']): Promise<KnownFile> {
  const again = async (version: EndpointCheck | undefined) => version && checkEndpoint(version.endpoint, engine);
  const lastGood = await again(file.lastGood);
  const check = file.check === file.lastGood ? lastGood : await again(file.check);
  const isGood = lastGood?.problems.some(({ severity }) => severity === 'error') === false;
  return { ...file, check, lastGood: isGood ? lastGood : file.lastGood };
}

/** Reads files and hands each over. */
async function readEach(
  paths: readonly string[],
  onRead: (path: string, contents: FileContents | undefined) => Promise<void>,
): Promise<void> {
  const reader = await openFileReader(paths.length);
  let next = 0;
  const readNext = () => {
    const batch = paths.slice(next, (next += FILES_PER_BATCH));
    const found = reader.read(batch);
    // A failure is thrown where it is awaited below; a promise that is not awaited yet must not end the process.
    found.catch(() => undefined);
    return { batch, found };
  };
  const work = async () => {
    let ahead = readNext();
    while (ahead.batch.length > 0) {
      const { batch } = ahead;
      const found = await ahead.found;
      ahead = readNext();
      for (const [index, path] of batch.entries()) await onRead(path, found[index]);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_BATCHES }, work));
  } finally {
    await reader.close();
  }
}
