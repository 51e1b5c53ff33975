import { hash, createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings } from '../../config/settings.js';
import { type FileContents } from '../../endpoint-files/watch/endpoint-file-reading.js';
import { decodeUtf8 } from '../../endpoint-files/yaml/utf8-text.js';
import { type Engine } from '../../engines/engine.js';
import { type CheckedFile } from '../checked-file.js';
import { Seal, SEAL_BYTES } from './seal.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { deserialize, serialize } from 'node:v8';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { EndpointSource } from '../../endpoint-files/endpoint-source.js';
import { revivedParameters } from '../../parameters/parameter.js';
import { isError } from '../../diagnostics/problem.js';

const CODE = /\.(?:[cm]?[jt]s|sql|json)$/;

/**
 * A digest of all code that has a part in the findings about a file: it differs with another version of Quern, of a package or of Node, and
 * in a clone with one changed line.
 */
function codeDigest(): string {
  const digest = createHash('sha256');
  const take = (name: string, file: string) => digest.update(`\n${name}\n`).update(readFileSync(file));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  // The browsers' code checks nothing.
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('console'));
  for (const name of names.filter((each) => CODE.test(each)).sort()) take(name, join(root, name));
  const own = join(PACKAGE_ROOT, 'package.json');
  take('package.json', own);
  const { dependencies } = JSON.parse(readFileSync(own, 'utf8')) as { dependencies: Readonly<Record<string, string>> };
  for (const name of Object.keys(dependencies)) take(name, packageFile(name));
  return digest.update(JSON.stringify(process.versions)).update(process.arch).digest('hex');
}

/** The `package.json` of an installed package; some do not let theirs be required. */
function packageFile(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const files = folders.map((folder) => join(folder, name, 'package.json'));
  return files.find((file) => existsSync(file)) ?? '';
}

/** Everything beside a query that its check depends on. */
type Terms = NonNullable<Engine['checkTerms']>;

/**
 * Findings about unchanged endpoint files, kept from one start to the next. They stand under a digest of everything that they depend on:
 * the file's bytes, the columns of the tables that it may name, the engine's settings and Quern's own code. Files for which any of these
 * differs are checked anew, and so are entries that cannot be read or lack our seal; so there is nothing to be cleared away.
 */
export class KeptFiles {
  private opening: Promise<Segments | undefined> | undefined;

  private constructor(
    private readonly folder: string,
    private readonly terms: Terms,
  ) {}

  /** Makes no KeptFiles for an engine whose answers depend on data elsewhere. */
  static for({ checkedPath }: Pick<Settings, 'checkedPath'>, engine: Engine): KeptFiles | undefined {
    if (checkedPath === undefined || checkedPath === 'off' || !engine.checkTerms) return undefined;
    return new KeptFiles(checkedPath, engine.checkTerms.bind(engine));
  }

  async isEmpty(): Promise<boolean> {
    return ((await this.open())?.size ?? 0) === 0;
  }

  /** Finds the kept findings about a file with exactly these bytes. */
  async find(path: string, { digest, bytes }: FileContents): Promise<CheckedFile | undefined> {
    const segments = await this.open();
    if (!segments || digest === undefined || !bytes) return undefined;
    const { text } = decodeUtf8(bytes);
    const payload = segments.find(await this.keyOf(digest, text));
    return payload && unpacked(payload, path, text);
  }

  /** Adds findings for the next `save`, if they are worth it. */
  async add({ digest }: FileContents, file: CheckedFile): Promise<void> {
    const segments = await this.open();
    if (!segments || digest === undefined || !isKept(file)) return;
    segments.add(await this.keyOf(digest, file.check.endpoint.source.query.written.text), packed(file));
  }

  /** Writes the findings and frees them; if they cannot be written, none are kept. */
  async save(): Promise<void> {
    const segments = await this.open();
    this.opening = undefined;
    await segments?.save().catch(() => undefined);
  }

  private async keyOf(digest: string, text: string): Promise<Buffer> {
    return Buffer.from(hash('sha256', JSON.stringify([kind(), digest, await this.terms(text)]), 'hex'), 'hex');
  }

  private open(): Promise<Segments | undefined> {
    return (this.opening ??= this.openSegments());
  }

  /** Undefined where there can be none, which is no failure. */
  private async openSegments(): Promise<Segments | undefined> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const seal = await Seal.open(join(this.folder, 'seal.key'));
      if (!seal) return undefined;
      // The folder is of no use elsewhere.
      await writeFile(join(this.folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
      return await Segments.open(this.folder, kind(), seal);
    } catch {
      return undefined;
    }
  }
}

let known: string | undefined;

/** The prefix of entries that this code can have written. */
function kind(): string {
  return (known ??= codeDigest().slice(0, 16));
}

/** Findings about a file without the parts that the file itself holds: its path, its text, and the query's text and place. */
type Packed = ReturnType<typeof parts>;

/** A file with findings to keep. */
export type SoundFile = CheckedFile & { readonly check: NonNullable<CheckedFile['check']> };

/**
 * Whether findings are worth keeping. Errors should be mended. The check of a sandboxed query prepares more than it finds. And a query that
 * hides names from the file's text hides its tables.
 */
export function isKept(file: CheckedFile): file is SoundFile {
  const { reading, check } = file;
  if (!check || check.unchecked !== undefined || check.endpoint.sandboxing) return false;
  if (!namesAsWritten(check.endpoint)) return false;
  return ![...reading.problems, ...check.problems].some(isError);
}

const WORD = /[\p{L}\p{N}_]+/gu;

/** Whether the names of tables stand in the file literally: escapes of YAML or GoogleSQL would hide them. */
function namesAsWritten({ sql, source }: Endpoint): boolean {
  const { text } = source.query.written;
  if (!text.includes('\\')) return true;
  const written = new Set(text.match(WORD));
  return !/`[^`]*\\/.test(sql) && (sql.match(WORD) ?? []).every((word) => written.has(word));
}

export function packed(file: SoundFile): Buffer {
  return serialize(parts(file));
}

function parts({ reading, check: { endpoint, columns, problems } }: SoundFile) {
  const { source, ...definition } = endpoint;
  const { query, columns: places } = source;
  const { start, end } = query.written;
  const written = { place: query.place, style: query.style, start, end };
  return { definition, query: written, places, reading, columns, problems };
}

/** Unpacks the findings about a file with this path and this text. */
export function unpacked(bytes: Buffer, file: string, text: string): CheckedFile {
  const { definition, query, places, reading, columns, problems } = deserialize(bytes) as Packed;
  const { place, style, start, end } = query;
  const scalar = { kind: 'scalar', place, style, value: definition.sql, written: { text, start, end } } as const;
  const endpoint: Endpoint = Object.freeze({
    ...definition,
    parameters: revivedParameters(definition.parameters),
    source: new EndpointSource(file, scalar, places),
  });
  return {
    reading: {
      problems: reading.problems.map((problem) => ({ ...problem, file })),
      names: reading.names.map((name) => ({ ...name, where: { ...name.where, file } })),
    },
    check: { endpoint, columns, problems: problems.map((problem) => ({ ...problem, file })) },
  };
}

const KEY_BYTES = 32;
const LENGTH_BYTES = 4;

/** Bytes of all segments of a folder together; 40,000 endpoint files of the size of the shipped ones need as much. */
const MAX_BYTES = 256 * 2 ** 20;
/** Most segments of one kind; more are merged into one. */
const MAX_SEGMENTS = 8;
/** Age of a draft that was left by a killed process. */
const DRAFT_MS = 3_600_000;

const SUFFIX = '.kept';
const DRAFT = '.draft';

/** One entry: its key, the payload, and a seal over both. */
type Entry = Buffer;

/**
 * Sealed payloads by their keys, in files of a folder. Each file is written once, as a whole, and never changed: a reader beside writers
 * sees the file or does not. An entry that is not as it was written has no seal that fits, and counts as missing.
 */
export class Segments {
  private readonly entries = new Map<string, Entry>();
  private readonly fresh: Entry[] = [];
  /** Names of the files that the entries are from. */
  private readonly read: string[] = [];
  private bytes = 0;

  private constructor(
    private readonly folder: string,
    /** Prefix of the names of files that can be of use. */
    private readonly kind: string,
    private readonly seal: Seal,
    private readonly maxBytes: number,
  ) {}

  static async open(folder: string, kind: string, seal: Seal, maxBytes = MAX_BYTES): Promise<Segments> {
    const found = new Segments(folder, kind, seal, maxBytes);
    for (const { name, size } of await filesIn(folder, SUFFIX)) {
      const isOfUse = name.startsWith(`${kind}-`) && size <= maxBytes;
      const bytes = isOfUse ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
      if (bytes) found.take(name, bytes);
    }
    return found;
  }

  get size(): number {
    return this.entries.size;
  }

  /** The payload under this key, if it is as it was written. */
  find(key: Buffer): Buffer | undefined {
    const entry = this.entries.get(key.toString('base64'));
    if (!entry) return undefined;
    const sealed = entry.subarray(0, -SEAL_BYTES);
    if (!this.seal.isOf(entry.subarray(-SEAL_BYTES), sealed)) return undefined;
    return sealed.subarray(KEY_BYTES + LENGTH_BYTES);
  }

  add(key: Buffer, payload: Buffer): void {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(payload.length);
    this.fresh.push(Buffer.concat([key, length, payload, this.seal.of(key, length, payload)]));
  }

  /** Writes new entries, and removes files beyond the limits. @throws Error where the folder cannot be written to */
  async save(): Promise<void> {
    if (this.fresh.length === 0) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const fresh = this.fresh.splice(0);
    const size = fresh.reduce((sum, { length }) => sum + length, 0);
    const merges = this.read.length >= MAX_SEGMENTS || this.bytes + size > this.maxBytes;
    await this.write(within(merges ? [...fresh, ...this.entries.values()] : fresh, this.maxBytes));
    // Other processes may have written further files meanwhile, which stay.
    for (const name of merges ? this.read.splice(0) : []) await rm(join(this.folder, name), { force: true });
    await this.tidy();
  }

  private take(name: string, bytes: Buffer): void {
    this.read.push(name);
    this.bytes += bytes.length;
    for (let at = 0; at + KEY_BYTES + LENGTH_BYTES <= bytes.length;) {
      const end = at + KEY_BYTES + LENGTH_BYTES + bytes.readUInt32BE(at + KEY_BYTES) + SEAL_BYTES;
      if (end > bytes.length) return;
      this.entries.set(bytes.toString('base64', at, at + KEY_BYTES), bytes.subarray(at, end));
      at = end;
    }
  }

  private async write(entries: readonly Entry[]): Promise<void> {
    const name = `${this.kind}-${randomBytes(8).toString('hex')}`;
    const draft = join(this.folder, `${name}${DRAFT}`);
    try {
      await writeFile(draft, Buffer.concat(entries), { flag: 'wx', mode: 0o600 });
      await rename(draft, join(this.folder, `${name}${SUFFIX}`));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Removes the oldest files of any kind; those of other versions are of use to these alone. */
  private async tidy(): Promise<void> {
    let room = this.maxBytes;
    for (const { name, size } of (await filesIn(this.folder, SUFFIX)).toReversed()) {
      room -= size;
      if (room < 0) await rm(join(this.folder, name), { force: true });
    }
    for (const { name, age } of await filesIn(this.folder, DRAFT))
      if (age > DRAFT_MS) await rm(join(this.folder, name), { force: true });
  }
}

interface FoundFile {
  readonly name: string;
  readonly size: number;
  /** Milliseconds. */
  readonly age: number;
}

/** Lists files, the oldest first; none where there is no folder. */
async function filesIn(folder: string, suffix: string): Promise<readonly FoundFile[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(suffix))
      .map(async (name) => {
        const file = await stat(join(folder, name)).catch(() => undefined);
        return file?.isFile() ? [{ name, size: file.size, age: Date.now() - file.mtimeMs }] : [];
      }),
  );
  return found.flat().sort((a, b) => b.age - a.age);
}

/** The first entries, as many as have room. */
function within(entries: readonly Entry[], bytes: number): readonly Entry[] {
  let left = bytes;
  return entries.filter(({ length }) => (left -= length) >= 0);
}
