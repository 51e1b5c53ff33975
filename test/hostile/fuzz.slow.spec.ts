import { bytesHeld } from '../support/bytes-held.js';
import { fuzz } from '../support/hostile/run.js';
import { startHostileService } from '../support/hostile/service.js';
import { part } from '../support/part.js';
import { type TestService } from '../support/service.js';

const SEED = 1;
// `npm test` sends fewer.
const REQUESTS = part(1500, 400);
const MORE_REQUESTS = part(2000, 400);
/** What a thousand requests may leave behind: the results and the URLs that are kept on purpose, and the lines of the log. */
const KEPT_BYTES = 3 * 2 ** 20;

describe('the fuzzer', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startHostileService();
  });

  afterAll(async () => service.close());

  it(`finds nothing in ${REQUESTS} requests (seed ${SEED})`, async () => {
    const { failure, answered } = await fuzz(service, SEED, (requests) => requests >= REQUESTS);
    expect(failure).toBeUndefined();
    expect(answered).toBeGreaterThan(0.8 * REQUESTS);
    // A bug of ours is logged with its stack.
    expect(service.log.filter((line) => /internal_error|^\s+at /m.test(line))).toEqual([]);
  });

  it('leaves next to nothing behind in memory', async () => {
    const before = await bytesHeld();
    const { failure } = await fuzz(service, SEED + 1, (requests) => requests >= MORE_REQUESTS);
    expect(failure).toBeUndefined();
    expect((await bytesHeld()) - before).toBeLessThan(2 * KEPT_BYTES);
  });
});
