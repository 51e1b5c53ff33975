import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Engine } from '../../engines/engine.js';
import { quote } from '../../errors/excerpt.js';
import { checkEndpoint, type EndpointCheck } from '../../registry/check-endpoint.js';
import { InvalidEndpoints } from '../../registry/invalid-endpoints.js';
import { problemText } from '../../diagnostics/problem-text.js';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { type CommandContext } from '../command-context.js';
import { readGivenFile } from '../given-file.js';
import { askForRest } from './draft-questions.js';
import { everyColumn, skeletonQuery, tableQuery } from './draft-query.js';
import { draftTests } from './draft-tests.js';
import { draftText } from './endpoint-draft.js';
import { namedFiles } from '../endpoint-names.js';
import { type NewOptions } from './new-options.js';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { terminalStyle } from '../output/terminal-style.js';
import { withEngine } from '../with-engine.js';

/**
 * Writes the file of a new endpoint, if it is one that would be served: it is checked like every other before it is written.
 *
 * @throws InvalidEndpoints with everything that is wrong with it
 */
export async function createEndpoint(context: CommandContext, name: string, flags: NewOptions): Promise<void> {
  const { input, out, err } = context;
  const settings = context.settings();
  const folder = flags.folder ?? settings.endpointsPath;
  const file = join(folder, `${name}.yaml`);
  await refuseTaken(name, folder);
  const isTalking = input.isTTY === true && err.isTTY === true && flags.yes !== true && flags.query !== '-';
  const options = isTalking ? await askForRest(flags, context) : flags;
  await withEngine(settings, err, async (engine) => {
    const draft = {
      id: randomUUID(),
      name,
      description: options.description,
      parameters: options.parameter ?? [],
      maxRows: options.maxRows,
      caching: options.caching ?? 'disabled',
      cacheWarming: options.cacheWarming,
      query: await queryFor(options, engine, input),
      tests: [],
    } as const;
    const schema = schemaFrom(dirname(file));
    const { columns, unchecked } = await refuseProblems(file, draftText(draft, schema), engine);
    const tests = unchecked === undefined ? draftTests(draft.parameters, columns) : [];
    const content = draftText({ ...draft, tests }, schema);
    const { problems } = await refuseProblems(file, content, engine);
    await write(file, content);
    if (unchecked !== undefined) err.write(`The query is unchecked: ${unchecked}\n`);
    if (problems.length > 0) err.write(`${problemText(problems, terminalStyle(err))}\n`);
  });
  out.write(`${file}\n`);
  const needed = (options.parameter ?? []).filter(({ required }) => required).map((each) => ` -p ${each.name}=…`);
  err.write(`Try it: quern run ${name}${needed.join('')}\n`);
}

async function refuseTaken(name: string, folder: string): Promise<void> {
  // Names that differ only in case are two names to a URL and one to people.
  const taken = (await namedFiles(folder)).find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (taken) throw new Error(`the name ${quote(taken.name)} is taken by ${taken.file}; choose another one`);
}

async function queryFor(options: NewOptions, engine: Engine, input: NodeJS.ReadableStream): Promise<string> {
  const { query, queryFile, table, parameter = [] } = options;
  if (query === '-') return text(input);
  if (query !== undefined) return query;
  if (queryFile !== undefined) return readGivenFile('--query-file', queryFile);
  if (table === undefined) return skeletonQuery(parameter);
  const checked = await engine.check({ sql: everyColumn(table), parameters: [], maxRows: 1 });
  if ('columns' in checked) return tableQuery(table, checked.columns, parameter);
  const reason = 'unchecked' in checked ? checked.unchecked : checked.problems.map(({ message }) => message).join('; ');
  throw new Error(`the columns of ${quote(table)} cannot be told: ${reason}`);
}

/** @throws InvalidEndpoints, where the file could not be served */
async function refuseProblems(file: string, content: string, engine: Engine): Promise<EndpointCheck> {
  const { endpoint, problems } = readEndpoint(file, Buffer.from(content));
  if (!endpoint) throw new InvalidEndpoints(problems);
  const checked = await checkEndpoint(endpoint, engine);
  const all = [...problems, ...checked.problems];
  if (all.some(({ severity }) => severity === 'error')) throw new InvalidEndpoints(all);
  return { ...checked, problems: all };
}

/** A path with slashes, as in a URL. */
function schemaFrom(folder: string): string {
  return relative(resolve(folder), join(PACKAGE_ROOT, 'endpoint.schema.json')).split(sep).join('/');
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} is there already; choose another name, or another --folder`, { cause: error });
  }
}
