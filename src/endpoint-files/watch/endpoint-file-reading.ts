import { hash } from 'node:crypto';
import { type BigIntStats, lstatSync, readFile, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAtRest, isThere, signatureOf } from '../../files/find-files.js';
import { failureText } from '../../diagnostics/failure-text.js';
import { unreadableFile } from '../../diagnostics/problem.js';
import { type EndpointReading, readEndpoint } from '../format/read-endpoint.js';

/** Avoids the handles of `node:fs/promises`, which cost more than reading from them. */
const readBytes = promisify(readFile);

const MAX_BYTES = 1_048_576;

const ATTEMPTS = 3;

/** A file that is this young may be written again without its times showing it. */
const YOUNG_MS = 2000;

export interface FileContents {
  /** Undefined where the file has to be read again to know whether it has changed since. */
  readonly signature: string | undefined;
  /** Hash of its bytes; undefined where they could not be read. */
  readonly digest: string | undefined;
  /** Whether nothing seems to be writing it; else it may be half of one version and half of another. */
  readonly isAtRest: boolean;
  /** Undefined where there are none, or where they were read on another thread. */
  readonly bytes?: Buffer | undefined;
  reading(): EndpointReading;
}

/** Undefined when the file has gone. */
export async function readEndpointFile(path: string): Promise<FileContents | undefined> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await stat(path, { bigint: true });
      const contents =
        tooLarge(path, before) ?? contentsOf(path, before, await readBytes(path), await stat(path, { bigint: true }));
      if (contents) return contents;
    }
    return unsteady(path);
  } catch (error) {
    return (await isThere(path)) ? unreadable(path, error) : undefined;
  }
}

/**
 * Reads synchronously, for a thread that does nothing else: waiting for the answer takes ten times as long as reading a small file.
 */
export function readEndpointFileSync(path: string): FileContents | undefined {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = statSync(path, { bigint: true });
      const contents =
        tooLarge(path, before) ?? contentsOf(path, before, readFileSync(path), statSync(path, { bigint: true }));
      if (contents) return contents;
    }
    return unsteady(path);
  } catch (error) {
    return isThereNow(path) ? unreadable(path, error) : undefined;
  }
}

function isThereNow(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Refuses a file before it is read: a misplaced log file must not fill the memory first. */
function tooLarge(path: string, { size }: BigIntStats): FileContents | undefined {
  if (size <= MAX_BYTES) return undefined;
  return unread(path, `the file is too large (${size} bytes); an endpoint file may have 1 MiB`);
}

/** Undefined when the file has changed while it was read. */
function contentsOf(path: string, before: BigIntStats, bytes: Buffer, after: BigIntStats): FileContents | undefined {
  const signature = signatureOf(after);
  if (signatureOf(before) !== signature) return undefined;
  return {
    signature: Date.now() - Number(after.ctimeMs) < YOUNG_MS ? undefined : signature,
    digest: hash('sha256', bytes, 'base64'),
    isAtRest: isAtRest(signature),
    bytes,
    reading: () => readEndpoint(path, bytes),
  };
}

function unsteady(path: string): FileContents {
  return unread(path, 'the file changes while it is read; it is read again when it is at rest', false);
}

function unreadable(path: string, error: unknown): FileContents {
  return unread(path, `cannot be read: ${failureText(error)}`);
}

function unread(file: string, message: string, isAtRest = true): FileContents {
  return {
    signature: undefined,
    digest: undefined,
    isAtRest,
    reading: () => ({ endpoint: undefined, tests: [], problems: [unreadableFile(file, message)], names: [] }),
  };
}
