import { readFile, stat } from 'node:fs/promises';
import { quote } from '../errors/excerpt.js';
import { TEXT_START } from '../sql/text-position.js';
import { findEndpointFiles } from './endpoint-files.js';
import type { Endpoint } from './endpoint.js';
import { failureText } from './failure-text.js';
import type { Problem } from './problem.js';
import { type Claim, type EndpointReading, readEndpoint } from './read-endpoint.js';

export interface LoadedEndpoints {
  readonly endpoints: readonly Endpoint[];
  /** Of all files; while there is one, the set is not fit to be served. */
  readonly problems: readonly Problem[];
}

const MAX_BYTES = 1_048_576;

/** Reads every endpoint file under a folder, in the order of their paths. */
export async function loadEndpoints(folder: string): Promise<LoadedEndpoints> {
  const { files, problems } = await findEndpointFiles(folder);
  const readings: EndpointReading[] = [];
  for (const file of files) readings.push(await load(file));
  return {
    endpoints: readings.flatMap(({ endpoint }) => endpoint ?? []),
    problems: [
      ...problems,
      ...readings.flatMap((reading) => reading.problems),
      ...duplicates(readings.flatMap((reading) => reading.claims)),
    ],
  };
}

async function load(file: string): Promise<EndpointReading> {
  try {
    // Asked before it is read: somebody's log file must not fill the memory first.
    const { size } = await stat(file);
    if (size > MAX_BYTES) return unread(file, `the file is too large (${size} bytes); an endpoint file may have 1 MiB`);
    return readEndpoint(file, await readFile(file));
  } catch (error) {
    return unread(file, `cannot be read: ${failureText(error)}`);
  }
}

function unread(file: string, message: string): EndpointReading {
  return {
    endpoint: undefined,
    problems: [{ code: 'file_unreadable', severity: 'error', file, ...TEXT_START, message }],
    claims: [],
  };
}

/** Names that differ only in case are two names to a URL and one to people. */
function duplicates(claims: readonly Claim[]): Problem[] {
  const first = new Map<string, Claim>();
  return claims.flatMap((claim) => {
    const key = `${claim.key} ${claim.value.toLowerCase()}`;
    const other = first.get(key);
    if (!other) first.set(key, claim);
    return other ? [duplicate(claim, other)] : [];
  });
}

function duplicate({ key, value, where }: Claim, other: Claim): Problem {
  const { file, line, column } = other.where;
  const spelled = value === other.value ? '' : ` as ${quote(other.value)}`;
  const remedy = key === 'id' ? 'give each its own (uuidgen makes one)' : 'rename one of the two';
  return {
    code: 'duplicate',
    severity: 'error',
    ...where,
    message: `the ${key} ${quote(value)} is taken${spelled} at ${file}:${line}:${column}; ${remedy}`,
  };
}
