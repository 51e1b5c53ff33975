import { type Emulator, startEmulator } from '../support/engines/emulator.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const ENDPOINTS = {
  'some.yaml': endpointFile({
    name: 'some',
    timeout: 60,
    async_timeout: 600,
    parameters: { text: { type: 'string', required: true } },
    query: 'SELECT n, @text AS text FROM UNNEST([1, 2, 3]) AS n ORDER BY n',
  }),
  // Not so for every call: the emulator runs at the start what BigQuery would only look at.
  'divide.yaml': endpointFile({
    name: 'divide',
    parameters: { by: { type: 'integer', default: 1 } },
    query: 'SELECT DIV(1, @by) AS n',
  }),
};

describe('on BigQuery, an answer that its client does not wait for', () => {
  let emulator: Emulator;
  let service: TestService;

  beforeAll(async () => {
    emulator = await startEmulator();
    service = await startService({
      endpoints: ENDPOINTS,
      env: emulator.env,
    });
  });

  afterAll(async () => {
    await service.close();
    await emulator.stop();
  });

  const begin = async (name: string) => {
    const headers = { 'x-api-key': TOKEN, prefer: 'respond-async' };
    const answer = await service.get(`/api/endpoints/query/${name}`, headers);
    expect(answer.status).toBe(202);
    return answer.headers.get('location') ?? '';
  };
  const ended = async (path: string) =>
    eventually(async () => !(await (await service.get(path)).text()).includes('"state"'));

  it('comes later', async () => {
    const path = await begin('some?text=x');
    await ended(path);
    const { result } = (await (await service.get(path)).json()) as { result: unknown[] };
    expect(result).toEqual([1, 2, 3].map((n) => ({ n, text: 'x' })));
  });

  it('fails later', async () => {
    const path = await begin('divide?by=0');
    await ended(path);
    await assertProblem(await service.get(path), 'query_failed');
  });
});
