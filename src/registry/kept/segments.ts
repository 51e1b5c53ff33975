import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Seal, SEAL_BYTES } from './seal.js';

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
    if (!timingSafeEqual(entry.subarray(-SEAL_BYTES), this.seal(sealed))) return undefined;
    return sealed.subarray(KEY_BYTES + LENGTH_BYTES);
  }

  add(key: Buffer, payload: Buffer): void {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(payload.length);
    const sealed = Buffer.concat([key, length, payload]);
    this.fresh.push(Buffer.concat([sealed, this.seal(sealed)]));
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
