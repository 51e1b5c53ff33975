import { type Emulator, startEmulator } from '../support/engines/emulator.js';
import { endpointFile } from '../support/endpoint-file.js';
import { listed } from '../support/listing.js';
import { startService, type TestService } from '../support/service.js';

const MIB = 2 ** 20;

// The emulator bills a run for the bytes of its rows.
const ENDPOINTS = {
  'dear.yaml': endpointFile({
    name: 'dear',
    caching: 600,
    timeout: 120,
    budget: '40MiB/day',
    parameters: { n: { type: 'integer', required: true } },
    query: "SELECT @n AS n, REPEAT('a', 2097152) AS text",
  }),
};

describe('on BigQuery, the budget of an endpoint', () => {
  let emulator: Emulator;
  let service: TestService;

  beforeAll(async () => {
    emulator = await startEmulator();
    service = await startService({
      endpoints: ENDPOINTS,
      env: {
        ...emulator.env,
        QUERN_QUEUE_MAX: '1000',
        QUERN_KEY_CONCURRENCY: '1000',
      },
    });
  });

  afterAll(async () => {
    await service.close();
    await emulator.stop();
  });

  it('holds for a hundred calls at once, and those that had no run are told so', async () => {
    const calls = Array.from(
      { length: 100 },
      async (_, n) => (await service.get(`/api/endpoints/query/dear?n=${n}`)).status,
    );
    const statuses = await Promise.all(calls);
    const { runs, budget_used: used } = await listed(service, 'dear');
    const ran = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - ran);
    // Each run has 10 MiB reserved, the least that BigQuery bills; so the last ones begin where that much is left.
    expect(ran).toBeGreaterThanOrEqual(15);
    expect(runs.bytes_billed).toBeGreaterThanOrEqual(ran * 2 * MIB);
    expect(runs.bytes_billed).toBeLessThanOrEqual(40 * MIB);
    expect(used).toBeCloseTo(runs.bytes_billed / (40 * MIB));
  });
});
