import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { KEY } from '../http/key.js';

/** As many at once as keep one processor busy, and no more: what waits is no cost of the service's. */
const AT_ONCE = 8;

/** So many calls of paths that `pathOf` makes; each has to be answered with 200. */
export async function callAll(base: string, count: number, pathOf: (index: number) => string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let next = 0;
  const client = async () => {
    while (next < count) {
      const index = next++;
      const status = await call(`${base}${pathOf(index)}`, agent);
      if (status !== 200) throw new Error(`${pathOf(index)} was answered with ${status}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, client));
  } finally {
    agent.destroy();
  }
}

async function call(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'X-API-KEY': KEY } }, (response) => {
      response.resume();
      response.once('end', () => {
        resolve(response.statusCode);
      });
      response.once('error', reject);
    }).once('error', reject);
  });
}

/** Opens so many connections, each of which has been answered once and stays open. */
export async function holdConnections(base: string, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(base);
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
  }
  return sockets;
}

/** The memory that the cached results take, as the service itself counts it. */
export async function cacheBytes(base: string): Promise<number> {
  const response = await fetch(`${base}/metrics`, { headers: { 'X-API-KEY': KEY } });
  return Number(/^quern_cache_bytes (\S+)$/m.exec(await response.text())?.[1]);
}
