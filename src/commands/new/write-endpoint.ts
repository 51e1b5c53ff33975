import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { type Engine } from '../../engines/engine.js';
import { checkEndpoint, type EndpointCheck } from '../../registry/check-endpoint.js';
import { InvalidEndpoints } from '../../registry/invalid-endpoints.js';
import { draftTests } from './draft-tests.js';
import { draftText, type EndpointDraft } from './endpoint-draft.js';

/** The JSON Schema that editors complete and check endpoint files by. */
export const SCHEMA_FILE = 'endpoint.schema.json';

/**
 * Writes a draft with tests to go on from, if it is one that would be served: it is checked like every other before it is written.
 *
 * @throws InvalidEndpoints with everything that is wrong with it
 */
export async function writeEndpoint(
  file: string,
  draft: Omit<EndpointDraft, 'tests'>,
  engine: Engine,
): Promise<EndpointCheck> {
  const schema = schemaFrom(dirname(file));
  const { columns, unchecked } = await refuseProblems(file, draftText({ ...draft, tests: [] }, schema), engine);
  const tests = unchecked === undefined ? draftTests(draft.parameters, columns) : [];
  const content = draftText({ ...draft, tests }, schema);
  const checked = await refuseProblems(file, content, engine);
  await write(file, content);
  return unchecked === undefined ? checked : { ...checked, unchecked };
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

/** The schema in the nearest folder above that has one, else the one that is installed. A path with slashes, as in a URL. */
function schemaFrom(folder: string): string {
  const from = resolve(folder);
  return relative(from, nearestSchema(from)).split(sep).join('/');
}

function nearestSchema(folder: string): string {
  const here = join(folder, SCHEMA_FILE);
  if (existsSync(here)) return here;
  const above = dirname(folder);
  return above === folder ? join(PACKAGE_ROOT, SCHEMA_FILE) : nearestSchema(above);
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
