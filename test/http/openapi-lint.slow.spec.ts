import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type JsonSchema } from '../../src/contract/json-schema.js';
import { resolved } from '../../src/contract/openapi/shared-schemas.js';
import { type Document, OPENAPI, READER, startDescribedService } from '../support/contract/described-service.js';
import { mistakes } from '../support/contract/schemas.js';
import { type TestService, TOKEN } from '../support/service.js';

/** No licence is ours to state, and a document has the responses of every kind of operation. */
const LINTER = { extends: ['recommended-strict'], rules: { 'info-license': 'off', 'no-unused-components': 'off' } };

describe('an OpenAPI document by others’ rules', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startDescribedService();
  });

  afterAll(() => service.close());

  it('has schemas that a strict validator takes, each of whose patterns goes with the `u` flag', async () => {
    const { paths, components } = (await (await service.get(OPENAPI)).json()) as Document;
    const operations = Object.values(paths).flatMap(({ get: read, post }) => [read ?? [], post ?? []].flat());
    const ofParameters = operations.flatMap(({ parameters = [] }) => parameters.flatMap(({ schema }) => schema ?? []));
    const rows = Object.entries(components.schemas).filter(([name]) => name.endsWith('_row'));
    const all = components.schemas as unknown as Readonly<Record<string, JsonSchema>>;
    const schemas = ([...ofParameters, ...rows.map(([, schema]) => schema)] as JsonSchema[]).map((schema) =>
      resolved(schema, all),
    );
    expect(schemas.length).toBeGreaterThan(30);
    for (const schema of schemas) expect(() => mistakes(schema, null)).not.toThrow();
  });

  it.each([
    ['all', TOKEN],
    ['one', READER],
  ])('passes its linter, of a key that may call %s', async (_, token) => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-openapi-'));
    const [file, config] = [join(folder, 'openapi.json'), join(folder, 'redocly.yaml')];
    try {
      await writeFile(file, await (await service.get(OPENAPI, { 'x-api-key': token })).text());
      await writeFile(config, JSON.stringify(LINTER));
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config', config],
        { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
      );
      expect(`${stdout}${stderr}`).toContain('Your API description is valid');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
