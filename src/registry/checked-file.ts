import { type Engine } from '../engines/engine.js';
import { Turns } from '../engines/turns.js';
import { firstProblems, type Problem } from '../diagnostics/problem.js';
import { type EndpointName, type EndpointReading } from '../endpoint-files/format/read-endpoint.js';
import { type FileContents } from '../endpoint-files/watch/endpoint-file-reading.js';
import { checkEndpoint, type EndpointCheck } from './check-endpoint.js';
import { duplicateNames } from './duplicate-names.js';

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
  isServed?: (name: EndpointName) => boolean,
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
