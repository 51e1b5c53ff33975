import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type Coded } from '../../cache/cached-result.js';
import { servesConsole } from '../../config/loopback.js';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { Settings } from '../../config/settings.js';
import { contentHash, encodeBody } from '../../execution/body/result-body.js';

export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  readonly coded: Coded;
  readonly hash: string;
}

/** The page itself. Every other file has a hash of its content in its name. */
export const PAGE = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The files of the console as they were built, in memory: the same for every key. */
@Injectable()
export class ConsoleFiles {
  private readonly files = new Map<string, Promise<ConsoleFile>>();
  private readonly names: ReadonlySet<string>;

  constructor(@Inject(Settings) settings: Settings) {
    this.names = new Set(servesConsole(settings) && existsSync(FOLDER) ? readdirSync(FOLDER) : []);
  }

  /** Returns undefined for an unknown file, and where there is no console. */
  async find(name: string): Promise<ConsoleFile | undefined> {
    if (!this.names.has(name)) return undefined;
    const known = this.files.get(name);
    if (known) return known;
    const file = read(name);
    this.files.set(name, file);
    file.catch(() => this.files.delete(name));
    return file;
  }
}

const FOLDER = join(PACKAGE_ROOT, 'dist/console');

async function read(name: string): Promise<ConsoleFile> {
  const body = readFileSync(join(FOLDER, name));
  const hash = contentHash(createHash('sha256').update(body));
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', body, coded: await encodeBody(body), hash };
}
