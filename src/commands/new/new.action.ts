import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ownEndpoints } from '../../config/local-defaults.js';
import { type FoundInRows } from '../../contract/suggested-columns.js';
import { type Column, type Engine, type ParameterType } from '../../engines/engine.js';
import { quote } from '../../errors/excerpt.js';
import { quotedName } from '../../googlesql/tokens/quoted-name.js';
import { problemText } from '../../diagnostics/problem-text.js';
import { type CommandContext, UsageError } from '../command-context.js';
import { readGivenFile } from '../given-file.js';
import { askForRest, type NewOptions } from './draft-questions.js';
import { skeletonQuery, tableQuery } from './draft-query.js';
import { lookAtRows } from './found-rows.js';
import { SCALAR_TYPES, SCALARS } from '../../parameters/parameter.js';
import { lastQuery } from '../sql/last-query.js';
import { namedFiles } from '../endpoint-names.js';
import { columnOf, type DraftParameter, type Placement, placementOf } from './placement.js';
import { terminalStyle } from '../output/terminal-style.js';
import { withEngine } from '../with-engine.js';
import { writeEndpoint } from './write-endpoint.js';

/**
 * Writes the file of a new endpoint if it could be served: it is checked like every other before it is written.
 *
 * @throws InvalidEndpoints with every problem of it
 */
export async function createEndpoint(context: CommandContext, name: string, given: NewOptions): Promise<void> {
  const flags = given.sql === true ? await withLastQuery(given) : given;
  const { input, out, err } = context;
  const settings = context.settings();
  const folder = flags.folder ?? ownEndpoints(settings.endpointsPath);
  const file = join(folder, `${name}.yaml`);
  await refuseTaken(name, folder);
  const isTalking = input.isTTY === true && err.isTTY === true && flags.yes !== true && flags.query !== '-';
  const options = await withEngine(settings, err, async (engine) => {
    // An operator who cannot list tables may still know the name of one.
    const listTables = async () => engine.describeTables().catch(() => []);
    const options = isTalking ? await askForRest(flags, context, listTables) : flags;
    const { sql, rows } = await queryFor(options, engine, input);
    const draft = {
      id: randomUUID(),
      name,
      description: options.description,
      parameters: options.parameter ?? [],
      maxRows: options.maxRows,
      caching: options.caching ?? 'disabled',
      cacheWarming: options.cacheWarming,
      query: sql,
    } as const;
    const { problems, unchecked, newSchema } = await writeEndpoint(file, draft, engine, rows);
    if (newSchema !== undefined) err.write(`${newSchema} is new: editors complete and check endpoint files by it\n`);
    if (unchecked !== undefined) err.write(`The query is unchecked: ${unchecked}\n`);
    if (problems.length > 0) err.write(`${problemText(problems, terminalStyle(err))}\n`);
    return options;
  });
  out.write(`${file}\n`);
  const needed = (options.parameter ?? []).filter(({ required }) => required).map((each) => ` -p ${each.name}=…`);
  err.write(`Try it: quern run ${name}${needed.join('')}\n`);
}

/** Adds the last query and its parameters, unless a flag declares the same parameter. */
async function withLastQuery(flags: NewOptions): Promise<NewOptions> {
  const { sql: query, parameters } = await lastQuery();
  const { parameter = [] } = flags;
  const others = parameters.filter(({ name }) => !parameter.some((each) => each.name === name));
  return { ...flags, query, parameter: [...parameter, ...others.map(draftParameter)] };
}

function draftParameter({ name, type, array }: ParameterType): DraftParameter {
  const scalar = SCALARS.find((each) => SCALAR_TYPES[each] === type);
  return { name, type: scalar ?? 'string', array, required: true };
}

async function refuseTaken(name: string, folder: string): Promise<void> {
  // Names that differ only in case are two names to a URL and one to people.
  const taken = (await namedFiles(folder)).find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (taken) throw new Error(`the name ${quote(taken.name)} is taken by ${taken.file}; choose another one`);
}

interface DraftQuery {
  readonly sql: string;
  readonly rows?: FoundInRows | undefined;
}

async function queryFor(options: NewOptions, engine: Engine, input: NodeJS.ReadableStream): Promise<DraftQuery> {
  const { query, queryFile, table, parameter = [] } = options;
  if (query === '-') return { sql: await text(input) };
  if (query !== undefined) return { sql: query };
  if (queryFile !== undefined) return { sql: await readGivenFile('--query-file', queryFile) };
  if (table === undefined) return { sql: skeletonQuery(parameter) };
  const checked = await engine.check({ sql: `SELECT * FROM ${quotedName(table)}`, parameters: [], maxRows: 1 });
  if ('columns' in checked) {
    const { columns } = checked;
    const placements = placed(parameter, columns, options);
    const rows = await lookAtRows(table, columns, engine);
    return { sql: tableQuery(table, columns, placements, rows?.window ?? 'recent'), rows };
  }
  const reason = 'unchecked' in checked ? checked.unchecked : checked.problems.map(({ message }) => message).join('; ');
  throw new Error(`the columns of ${quote(table)} cannot be told: ${reason}`);
}

/** @throws UsageError for a parameter that goes by no column */
function placed(
  parameters: readonly DraftParameter[],
  columns: readonly Column[],
  { table = '', columns: asked }: NewOptions,
): readonly Placement[] {
  return parameters.map((parameter) => {
    const column = columnOf(asked?.get(parameter.name) ?? '', columns);
    const placement = column ? ({ parameter, column, operator: '=' } as const) : placementOf(parameter, columns);
    if (placement) return placement;
    const names = columns.map(({ name }) => name).join(', ');
    throw new UsageError(
      `${quote(parameter.name)} is the name of no column of ${quote(table)} and no bound of one; its columns are ${names}. Name it as one of them, or write the query yourself`,
    );
  });
}
