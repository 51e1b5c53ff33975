import { NamedTables } from './named-tables.js';
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
import { isError, type Problem } from '../diagnostics/problem.js';
import { type EndpointName } from '../endpoint-files/format/read-endpoint.js';
import { type KeptFiles } from './kept/kept-files.js';
import { type Candidate, type LoadedEndpoint, servable } from './servable.js';

/** The content of a folder; the same object for as long as nothing has changed. */
export interface FolderContents {
  /** Endpoints, no two of them with one id or one name. */
  readonly endpoints: readonly LoadedEndpoint[];
  readonly problems: readonly Problem[];
  /** Ids and names of all files, including those that cannot be served. */
  readonly names: readonly EndpointName[];
}

export interface FolderLook {
  readonly contents: FolderContents;
  /** Files to be read once more, since they were being written. */
  readonly beingWritten: readonly string[];
}

interface KnownFile extends CheckedFile {
  readonly signature: string | undefined;
  readonly digest: string | undefined;
  /** Last version that could be served. */
  lastGood: EndpointCheck | undefined;
}

/** Endpoints that the engine is asked about at once, after it could not be asked. */
const RECHECKS_AT_ONCE = 8;

/**
 * The endpoint files under a folder. A second look reads only files that have changed; a file that cannot be served any more keeps its last
 * good version.
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
    /** Findings of earlier processes. */
    private readonly kept?: KeptFiles,
  ) {
    this.tree = new FileTree(root, ENDPOINT_FILES);
  }

  get root(): string {
    return this.tree.root;
  }

  /** Folders where a change to these files shows. */
  watched(): Promise<readonly WatchedFolder[]> {
    return this.tree.watched();
  }

  async open(): Promise<FolderContents> {
    return (await this.enqueue(() => this.scan([this.root], true))).contents;
  }

  /** Looks again at these paths and below them; files that are being written are left for another look. */
  rescan(paths: readonly string[]): Promise<FolderLook> {
    return this.enqueue(() => this.scan(paths, false));
  }

  /** Checks once more the endpoints that may read changed tables, and applies the change with the findings. */
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

  /** Checks once more the endpoints that the engine could not be asked about. While it still cannot be, it is asked about a few of them. */
  recheckUnchecked(): Promise<FolderContents> {
    return this.enqueue(async () => {
      const known = new Map(this.known);
      const waiting = [...this.known].filter(([, { check }]) => isUnasked(check)).values();
      const work = async () => {
        for (const [path, file] of waiting) {
          const again = await rechecked(file, this.engine);
          if (isUnasked(again.check)) return;
          known.set(path, again);
        }
      };
      await Promise.all(Array.from({ length: RECHECKS_AT_ONCE }, work));
      const isSame = Array.from(known).every(([path, file]) => file === this.known.get(path));
      this.take(known, isSame ? this.contents : await this.contentsOf(known));
      return this.contents;
    });
  }

  /** Queues scans, since each continues from the state that the one before has left. */
  private enqueue<T>(scan: () => Promise<T>): Promise<T> {
    const next = this.queue.then(scan);
    this.queue = next.catch(() => undefined);
    return next;
  }

  /** Reads changed files. At the start, files are taken even while they are written, and the findings are kept for the next start. */
  private async scan(paths: readonly string[], isStart: boolean): Promise<FolderLook> {
    const found = await this.tree.rescan(paths);
    const known = new Map(this.known);
    let isSame = !isStart && isDeepStrictEqual(this.tree.problems, this.unread);
    for (const path of known.keys()) {
      if (this.tree.files.has(path) || this.tree.isHidden(path)) continue;
      known.delete(path);
      isSame = false;
    }
    // A path that was named is read without regard to its times: on some file systems they are too coarse.
    const named = new Set(paths);
    const changed = found.filter(({ path, signature }) => named.has(path) || known.get(path)?.signature !== signature);
    const unknown = isStart ? await this.recall(changed, known) : changed;
    const beingWritten: string[] = [];
    const onRead = async (path: string, contents: FileContents | undefined) => {
      // The file was there a moment ago: another look shows whether it has gone, or the folder with it.
      if (!contents) beingWritten.push(path);
      else if (contents.isAtRest || isStart) {
        const before = known.get(path);
        const file = await this.checked(contents, before);
        known.set(path, file);
        if (!isSameFile(file, before)) isSame = false;
        if (isStart) await this.kept?.add(contents, file);
      } else beingWritten.push(path);
    };
    const unread = unknown.map(({ path }) => path);
    await readEach(unread, onRead);
    if (isStart) await this.kept?.save();
    this.take(known, isSame ? this.contents : await this.contentsOf(known));
    return { contents: this.contents, beingWritten };
  }

  /** Takes over kept findings of these files, and returns the files without any. */
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
    return knownFile(contents, await checkFile(contents, this.engine), before);
  }

  private take(known: ReadonlyMap<string, KnownFile>, contents: FolderContents): void {
    this.known = known;
    if (contents === this.contents) return;
    this.unread = this.tree.problems;
    this.contents = contents;
  }

  private async contentsOf(known: ReadonlyMap<string, KnownFile>): Promise<FolderContents> {
    const turns = new Turns();
    const isServed = ({ key, value, where }: EndpointName) =>
      known.get(where.file)?.lastGood?.endpoint[key] === (key === 'id' ? value.toLowerCase() : value);
    const found = await problemsByFile(known, isServed);
    const candidates: Candidate[] = [];
    for (const [path, file] of known) {
      if (turns.isOver()) await turns.next();
      const problems = found.get(path) ?? [];
      const isSound = !problems.some(isError);
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

/** Compares findings: a file that cannot be read is looked at anew each time, and may be as it was. */
function isSameFile(file: KnownFile, before: KnownFile | undefined): boolean {
  return file.check === before?.check && isDeepStrictEqual(file.reading, before?.reading);
}

/** Whether the engine could not be asked; a table that cannot be read is looked at when it changes. */
export function isUnasked(check: Pick<EndpointCheck, 'unchecked' | 'unreadable'> | undefined): boolean {
  return check?.unchecked !== undefined && check.unreadable === undefined;
}

async function rechecked(file: KnownFile, engine: DataChange['engine']): Promise<KnownFile> {
  const again = async (version: EndpointCheck | undefined) => version && checkEndpoint(version.endpoint, engine);
  const lastGood = await again(file.lastGood);
  const check = file.check === file.lastGood ? lastGood : await again(file.check);
  const isGood = lastGood?.problems.some(isError) === false;
  return { ...file, check, lastGood: isGood ? lastGood : file.lastGood };
}
