import { getWithoutKey as get } from '../support/http/get-without-key.js';
import { startService } from '../support/service.js';

describe('the console', () => {
  it.each([
    [{ QUERN_HOST: '0.0.0.0' }, 404],
    [{ QUERN_HOST: '0.0.0.0', QUERN_CONSOLE: 'on' }, 200],
    [{ QUERN_CONSOLE: 'off' }, 404],
    [{ QUERN_HOST: '127.0.0.5' }, 200],
  ])('with %j is answered with %s', async (env, status) => {
    const service = await startService({ env });
    try {
      expect((await get(service.base, '/console')).status).toBe(status);
      expect((await get(service.base, '/')).status).toBe(status === 200 ? 302 : 404);
      expect((await get(service.base, '/console', {}, 'POST')).status).toBe(status === 200 ? 405 : 404);
    } finally {
      await service.close();
    }
  });
});
