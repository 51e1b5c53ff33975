import { hash, createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings } from '../../config/settings.js';
import { type FileContents } from '../../endpoint-files/watch/endpoint-file-reading.js';
import { decodeUtf8 } from '../../endpoint-files/yaml/utf8-text.js';
import { type Engine } from '../../engines/engine.js';
import { type CheckedFile } from '../checked-file.js';
import { isKept, packed, unpacked } from './packed-file.js';
import { openSeal } from './seal.js';
import { Segments } from './segments.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../config/package-root.js';

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
      const seal = await openSeal(join(this.folder, 'seal.key'));
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
