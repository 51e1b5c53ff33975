import { createHash } from 'node:crypto';
import { readFile } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { TEXT_START } from '../sql/text-position.js';
import { isThere, signatureOf } from './endpoint-files.js';
import { failureText } from './failure-text.js';
import { type EndpointReading, readEndpoint } from './read-endpoint.js';

/** Without the handles of `node:fs/promises`, which cost more than what they read from. */
const readBytes = promisify(readFile);

const MAX_BYTES = 1_048_576;

/** How often a file that changes under our eyes is read again before we give up. */
const ATTEMPTS = 3;

/** What was written less than this ago may be half of what is being written. */
const REST_MS = 100;

/** A file that is this young may be written again without its times showing it. */
const YOUNG_MS = 2000;

/** What a file held. */
export interface FileContents {
  /** Undefined where the file has to be read again to know whether it has changed since. */
  readonly signature: string | undefined;
  /** Of its bytes; undefined where they could not be read. */
  readonly digest: string | undefined;
  /** Nobody is writing it, as far as can be seen; else it may be half of one version and half of another. */
  readonly isAtRest: boolean;
  /** Worked out when it is asked for. */
  reading(): EndpointReading;
}

/** Undefined when the file has gone. */
export async function readEndpointFile(path: string): Promise<FileContents | undefined> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const contents = await readOnce(path);
      if (contents) return contents;
    }
    return unread(path, 'the file changes while it is read; it is read again when it is at rest', false);
  } catch (error) {
    if (!(await isThere(path))) return undefined;
    return unread(path, `cannot be read: ${failureText(error)}`);
  }
}

async function readOnce(path: string): Promise<FileContents | undefined> {
  const before = await stat(path, { bigint: true });
  // Asked before it is read: somebody's log file must not fill the memory first.
  if (before.size > MAX_BYTES) {
    return unread(path, `the file is too large (${before.size} bytes); an endpoint file may have 1 MiB`);
  }
  const bytes = await readBytes(path);
  const after = await stat(path, { bigint: true });
  if (signatureOf(before) !== signatureOf(after)) return undefined;
  const age = Date.now() - Number(after.ctimeMs);
  return {
    signature: age < YOUNG_MS ? undefined : signatureOf(after),
    digest: createHash('sha256').update(bytes).digest('base64'),
    // The clock of a file server may be ahead of ours.
    isAtRest: age < 0 || age >= REST_MS,
    reading: () => readEndpoint(path, bytes),
  };
}

function unread(file: string, message: string, isAtRest = true): FileContents {
  const problem = { code: 'file_unreadable', severity: 'error', file, ...TEXT_START, message } as const;
  return {
    signature: undefined,
    digest: undefined,
    isAtRest,
    reading: () => ({ endpoint: undefined, tests: [], problems: [problem], claims: [] }),
  };
}
