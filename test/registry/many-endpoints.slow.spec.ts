import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { assertEndsWell, type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';

/** So many that they are read on a thread of their own. */
const COUNT = 1600;

describe('a folder of many endpoints', () => {
  let folder: string;
  let quern: QuernProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-many-'));
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'endpoints'));
    for (let index = 0; index < COUNT; index += 1) {
      const parameters = { word: { type: 'string', required: true, pattern: '[a-z]+', max_length: 9 } };
      const query = `SELECT ${index} AS n, @word AS word`;
      const columns = [
        { name: 'n', type: 'INT64' },
        { name: 'word', type: 'STRING' },
      ];
      const tests = [{ name: 'first', parameters: { word: 'a' }, rows: [{ n: index, word: 'a' }] }];
      const text = endpointFile({ name: `many.n${index}`, parameters, query, columns, tests });
      await writeFile(join(folder, 'endpoints', `n${index}.yaml`), text);
    }
  });

  afterEach(() => quern.child.kill('SIGKILL'));
  afterAll(async () => rm(folder, { recursive: true }));

  const start = () => startQuern({ folder, env: { QUERN_ENDPOINTS: 'endpoints', QUERN_DATA: 'data' } });

  it('is served whole, with the rules of each file', async () => {
    quern = start();
    const base = await quern.listening();
    const call = async (path: string) => {
      const response = await fetch(`${base}/api/endpoints/${path}`, { headers: { 'X-API-KEY': TOKEN } });
      return { status: response.status, body: await response.json() };
    };
    expect(await call(`query/many.n${COUNT - 1}?word=hello`)).toMatchObject({
      status: 200,
      body: { result: [{ n: COUNT - 1, word: 'hello' }] },
    });
    expect(await call(`query/many.n7?word=HELLO`)).toMatchObject({ status: 400, body: { code: 'invalid_parameters' } });
    await assertEndsWell(quern);
  });

  it('is refused for one file in it, with the place of what is wrong', async () => {
    const text = endpointFile({ name: 'many.n8', query: 'SELECT nothing' }).replace('"query"', '\n"query"');
    await writeFile(join(folder, 'endpoints', 'n8.yaml'), text);
    quern = start();
    expect(await quern.ended).toMatchObject({ status: 1 });
    expect(quern.printed()).toMatch(/n8\.yaml:2:17 .*nothing/);
    expect(quern.printed()).not.toContain('n9.yaml');
  });
});
