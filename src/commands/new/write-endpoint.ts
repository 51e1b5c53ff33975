import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isError } from '../../diagnostics/problem.js';
import { type FoundInRows, suggestedColumns } from '../../contract/suggested-columns.js';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { type Engine } from '../../engines/engine.js';
import { makeFile } from '../../files/make-file.js';
import { checkEndpoint, type EndpointCheck } from '../../registry/check-endpoint.js';
import { InvalidEndpoints } from '../../registry/invalid-endpoints.js';
import { draftTests, draftText, type EndpointDraft } from './endpoint-draft.js';
import { schemaFor, writeSchema } from './schema-place.js';

export type NewDraft = Omit<EndpointDraft, 'columns' | 'tests'>;

interface Written extends EndpointCheck {
  /** Path of the schema, if it is new. */
  readonly newSchema?: string;
}

/**
 * Writes a draft with columns and tests to go on from if it could be served: it is checked like every other before it is written.
 *
 * @throws InvalidEndpoints with every problem of it
 */
export async function writeEndpoint(
  file: string,
  draft: NewDraft,
  engine: Engine,
  rows?: FoundInRows,
): Promise<Written> {
  const schema = schemaFor(dirname(file));
  const found = await refuseProblems(file, draftText({ ...draft, columns: [], tests: [] }, schema.path), engine);
  const { unchecked } = found;
  const isKnown = unchecked === undefined;
  const columns = isKnown ? suggestedColumns(found.columns, rows) : [];
  const tests = isKnown ? draftTests(draft.parameters, found.columns) : [];
  const content = draftText({ ...draft, columns, tests }, schema.path);
  const checked = await refuseProblems(file, content, engine);
  await write(file, content);
  const isNew = await writeSchema(schema);
  return {
    ...checked,
    ...(unchecked !== undefined && { unchecked }),
    ...(isNew && { newSchema: schema.file }),
  };
}

/** @throws InvalidEndpoints, where the file could not be served */
async function refuseProblems(file: string, content: string, engine: Engine): Promise<EndpointCheck> {
  const { endpoint, problems } = readEndpoint(file, Buffer.from(content));
  if (!endpoint) throw new InvalidEndpoints(problems);
  const checked = await checkEndpoint(endpoint, engine);
  const all = [...problems, ...checked.problems];
  if (all.some(isError)) throw new InvalidEndpoints(all);
  return { ...checked, problems: all };
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  if (await makeFile(file, async () => writeFile(file, content, { flag: 'wx' }))) return;
  throw new Error(`${file} is there already; choose another name, or another --folder`);
}
