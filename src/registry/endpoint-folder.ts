import { isDeepStrictEqual } from 'node:util';
import { type DataChange, type Engine } from '../engines/engine.js';
import { checkEndpoint, type EndpointCheck } from './check-endpoint.js';
import { type CheckedFile, checkFile, problemsByFile } from './checked-file.js';
import { setImmediate } from 'node:timers/promises';
import { type FileContents, readEndpointFileSync } from '../endpoint-files/watch/endpoint-file-reading.js';
import { ENDPOINT_FILES } from '../endpoint-files/watch/endpoint-files.js';
import { FILES_PER_BATCH, readEach } from '../endpoint-files/watch/read-each.js';
import { Turns } from '../engines/turns.js';
import { FileTree } from '../files/file-tree.js';
import { type FoundFile } from '../files/find-files.js';
import { type WatchedFolder } from '../files/folder-watch.js';
import { type Problem } from '../diagnostics/problem.js';
import { type EndpointName } from '../endpoint-files/format/read-endpoint.js';
import { type KeptFiles } from './kept/kept-files.js';
import { NamedTables } from './named-tables.js';
import { type Candidate, type LoadedEndpoint, servable } from './servable.js';

/** What there is to serve; the same object for as long as it is the same. */
export interface FolderContents {
  /** No two with one id or one name. */
  readonly endpoints: readonly LoadedEndpoint[];
  readonly problems: readonly Problem[];
  /** The ids and names of all files, those that cannot be served included. */
  readonly names: readonly EndpointName[];
}

export interface FolderLook {
  readonly contents: FolderContents;
  /** Files to be looked at once more, since they were being written. */
  readonly beingWritten: readonly string[];
}

interface KnownFile extends CheckedFile {
  readonly signature: string | undefined;
  readonly digest: string | undefined;
  /** The last version that could be served. */
  lastGood: EndpointCheck | undefined;
}

/**
 * The endpoint files under a folder. A second look reads only what has changed; of a file that cannot be served any more,
 * the last good version stays.
 */
export class EndpointFolder {
  private readonly tree: FileTree;
  private known: ReadonlyMap<string, KnownFile> = new Map();
  private unread: readonly Problem[] = [];
  private contents: FolderContents = { endpoints: [], problems: [], names: [] };
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

  async open(): Promise<FolderContents> {
    return (await this.enqueue(() => this.scan([this.root], true))).contents;
  }

  /** Looks again at what is at these paths and below them; what is being written is left for another look. */
  rescan(paths: readonly string[]): Promise<FolderLook> {
    return this.enqueue(() => this.scan(paths, false));
  }

  /** Checks once more what may read tables that have changed, and applies the change with what was found. */
  recheck({ tables, engine, apply }: DataChange): Promise<FolderContents> {
    return this.enqueue(async () => {
      const known = new Map(this.known);
      const named = new NamedTables(tables);
      const turns = new Turns();
      let isSame = true;
      for (const [path, file] of this.known) {
        if (turns.isOver()) await turns.next();
        const versions = [file.check, file.lastGood].flatMap((each) => each ?? []);
        if (!versions.some(({ endpoint }) => named.mayBeIn(endpoint.sql))) continue;
        known.set(path, await rechecked(file, engine));
        isSame = false;
      }
      const contents = isSame ? this.contents : await this.contentsOf(known);
      apply();
      this.take(known, contents);
      return contents;
    });
  }

  /** One after the other, since each continues from the state that the one before has left. */
  private enqueue<T>(scan: () => Promise<T>): Promise<T> {
    const next = this.queue.then(scan);
    this.queue = next.catch(() => undefined);
    return next;
  }

  /** At the start, files are taken as they are, also while they are written; and what is found is kept for the next start. */
  private async scan(paths: readonly string[], isStart: boolean): Promise<FolderLook> {
    const found = await this.tree.rescan(paths);
    const known = new Map(this.known);
    let isSame = !isStart && isDeepStrictEqual(this.tree.problems, this.unread);
    for (const path of known.keys()) {
      if (this.tree.files.has(path) || this.tree.isHidden(path)) continue;
      known.delete(path);
      isSame = false;
    }
    // A path that was named is read whatever its times say: on some file systems they are too coarse.
    const named = new Set(paths);
    const changed = found.filter(({ path, signature }) => named.has(path) || known.get(path)?.signature !== signature);
    const unknown = isStart ? await this.recall(changed, known) : changed;
    const beingWritten: string[] = [];
    const onRead = async (path: string, contents: FileContents | undefined) => {
      // It was there a moment ago: another look tells whether it has gone, or the folder with it.
      if (!contents) beingWritten.push(path);
      else if (contents.isAtRest || isStart) {
        const before = known.get(path);
        const file = await this.checked(contents, before);
        known.set(path, file);
        if (!isSameFile(file, before)) isSame = false;
        if (isStart) await this.kept?.add(contents, file);
      } else beingWritten.push(path);
    };
    await readEach(
      unknown.map(({ path }) => path),
      onRead,
    );
    if (isStart) await this.kept?.save();
    this.take(known, isSame ? this.contents : await this.contentsOf(known));
    return { contents: this.contents, beingWritten };
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

  private take(known: ReadonlyMap<string, KnownFile>, contents: FolderContents): void {
    this.known = known;
    if (contents === this.contents) return;
    this.unread = this.tree.problems;
    this.contents = contents;
  }

  private async contentsOf(known: ReadonlyMap<string, KnownFile>): Promise<FolderContents> {
    const turns = new Turns();
    const isServed = ({ key, value, where }: EndpointName) => known.get(where.file)?.lastGood?.endpoint[key] === value;
    const found = await problemsByFile(known, isServed);
    const candidates: Candidate[] = [];
    for (const [path, file] of known) {
      if (turns.isOver()) await turns.next();
      const problems = found.get(path) ?? [];
      const isSound = !problems.some(({ severity }) => severity === 'error');
      if (isSound) file.lastGood = file.check;
      candidates.push({ version: file.lastGood, isSound, problems });
    }
    return {
      endpoints: await servable(candidates),
      problems: [...this.tree.problems, ...candidates.flatMap(({ problems }) => problems)],
      names: Array.from(known.values(), ({ reading }) => reading.names).flat(),
    };
  }
}

function knownFile({ signature, digest }: FileContents, file: CheckedFile, before: KnownFile | undefined): KnownFile {
  return { signature, digest, ...file, lastGood: before?.lastGood };
}

/** What cannot be read is looked at anew each time, and may be as it was. */
function isSameFile(file: KnownFile, before: KnownFile | undefined): boolean {
  return file.check === before?.check && isDeepStrictEqual(file.reading, before?.reading);
}

async function rechecked(file: KnownFile, engine: DataChange['engine']): Promise<KnownFile> {
  const again = async (version: EndpointCheck | undefined) => version && checkEndpoint(version.endpoint, engine);
  const lastGood = await again(file.lastGood);
  const check = file.check === file.lastGood ? lastGood : await again(file.check);
  const isGood = lastGood?.problems.some(({ severity }) => severity === 'error') === false;
  return { ...file, check, lastGood: isGood ? lastGood : file.lastGood };
}
