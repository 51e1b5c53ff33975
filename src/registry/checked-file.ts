import { type Engine } from '../engines/engine.js';
import { operationIdOf } from '../contract/operation-id.js';
import { Turns } from '../engines/turns.js';
import { quote } from '../errors/excerpt.js';
import { firstProblems, type Problem } from '../diagnostics/problem.js';
import { type EndpointName, type EndpointReading } from '../endpoint-files/format/read-endpoint.js';
import { type FileContents } from '../endpoint-files/watch/endpoint-file-reading.js';
import { checkEndpoint, type EndpointCheck } from './check-endpoint.js';

export interface CheckedFile {
  readonly reading: Pick<EndpointReading, 'problems' | 'names'>;
  /** Undefined where the file holds no endpoint that the engine could be asked about. */
  readonly check: EndpointCheck | undefined;
}

export async function checkFile(contents: FileContents, engine: Engine): Promise<CheckedFile> {
  const { endpoint, problems, names } = contents.reading();
  return { reading: { problems, names }, check: endpoint && (await checkEndpoint(endpoint, engine)) };
}

/** The problems of each file, by its path. `isServed` decides which file keeps an id or a name that several have. */
export async function problemsByFile(
  files: ReadonlyMap<string, CheckedFile>,
  isServed: (name: EndpointName) => boolean = () => false,
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const names = Array.from(files.values()).flatMap(({ reading }) => reading.names);
  const duplicates = new Map<string, Problem[]>();
  for (const problem of await duplicateNames(names, isServed)) {
    const others = duplicates.get(problem.file);
    if (others) others.push(problem);
    else duplicates.set(problem.file, [problem]);
  }
  const turns = new Turns();
  const found = new Map<string, readonly Problem[]>();
  for (const [path, { reading, check }] of files) {
    if (turns.isOver()) await turns.next();
    found.set(path, [...reading.problems, ...(duplicates.get(path) ?? []), ...firstProblems(check?.problems ?? [])]);
  }
  return found;
}

/**
 * Ids and names of more than one file: a problem of all these files but one, the one whose endpoint is served already or else the first by
 * its path. Names that differ only in case are two names to a URL and one to people, and names that differ only in `.`, `-` and `_` are one
 * to generated clients.
 */
async function duplicateNames(
  names: readonly EndpointName[],
  isServed: (name: EndpointName) => boolean,
): Promise<readonly Problem[]> {
  const turns = new Turns();
  const first = new Map<string, EndpointName>();
  const others: EndpointName[] = [];
  for (const name of names) {
    if (turns.isOver()) await turns.next();
    const key = keyOf(name);
    const rival = first.get(key);
    const wins = !rival || (isServed(name) === isServed(rival) ? name.where.file < rival.where.file : isServed(name));
    if (wins) first.set(key, name);
    if (rival) others.push(wins ? rival : name);
  }
  return others.flatMap((name) => {
    const winner = first.get(keyOf(name));
    return winner ? [duplicate(name, winner)] : [];
  });
}

function keyOf({ key, value }: EndpointName): string {
  return `${key} ${(key === 'name' ? operationIdOf(value) : value).toLowerCase()}`;
}

function duplicate({ key, value, where }: EndpointName, other: EndpointName): Problem {
  const { file, line, column } = other.where;
  const spelled = value === other.value ? '' : ` as ${quote(other.value)}`;
  const isSame = value.toLowerCase() === other.value.toLowerCase();
  const reason = isSame ? '' : `, and both are ${quote(operationIdOf(value))} to generated clients`;
  const remedy = key === 'id' ? 'give each its own (uuidgen makes one)' : 'rename one of the two';
  const message = `the ${key} ${quote(value)} is taken${spelled} at ${file}:${line}:${column}${reason}; ${remedy}`;
  return { code: 'duplicate', severity: 'error', ...where, message };
}
