import { tryPort } from './listen.js';

const SHARED = { host: '127.0.0.1', port: 0, reusePort: 'on' } as const;

describe('a port that replicas are to share', () => {
  it.each(['22.12.0', '22.23.3', '23.1.0', '24.0.0', '26.1.0'])('can be on Node %s', async (node) => {
    await expect(tryPort(SHARED, node)).resolves.toBeUndefined();
  });

  it.each(['20.19.0', '22.11.0', '23.0.0'])('is refused on Node %s, which would pass over it', async (node) => {
    await expect(tryPort(SHARED, node)).rejects.toThrow(
      `QUERN_REUSE_PORT=on takes Node 22.12 or later, and this is ${node}; give each replica a QUERN_PORT of its own`,
    );
    await expect(tryPort({ ...SHARED, reusePort: 'off' }, node)).resolves.toBeUndefined();
  });
});
