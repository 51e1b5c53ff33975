import { once } from 'node:events';
import { type Server } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.js';
import { HOSTILE_REQUESTS, type HostileRequest, lines } from '../support/hostile/requests.js';
import { faultOfService, QUERY, startHostileService } from '../support/hostile/service.js';
import { deliver, faultsOf } from '../support/hostile/wire.js';
import { type TestService } from '../support/service.js';
import { readAnswers } from '../support/http/wire.js';

interface Outcome {
  readonly whole: Buffer;
  readonly split: Buffer;
  readonly halfClosed: Buffer;
}

const NOTHING = Buffer.alloc(0);
const NOT_SENT: Outcome = { whole: NOTHING, split: NOTHING, halfClosed: NOTHING };

describe('hostile requests', () => {
  let service: TestService;
  const outcomes = new Map<string, Outcome>();
  const statusesOf = (received: Buffer) =>
    readAnswers(received).map(({ statusLine }) => Number(statusLine.split(' ')[1]));

  const connections = async () =>
    promisify((service.app.getHttpServer() as Server).getConnections.bind(service.app.getHttpServer()))();

  beforeAll(async () => {
    service = await startHostileService();
    const send = async ({ title, bytes: text, statuses }: HostileRequest) => {
      const bytes = Buffer.from(text, 'latin1');
      const answers = statuses.length;
      const [whole, split, halfClosed] = await Promise.all([
        deliver(service.base, bytes, { answers }),
        // Byte by byte, but for what is long only.
        deliver(service.base, bytes, { answers, step: Math.ceil(bytes.length / 400) }),
        deliver(service.base, bytes, { isHalfClosed: true }),
      ]);
      outcomes.set(title, { whole, split, halfClosed });
    };
    for (let start = 0; start < HOSTILE_REQUESTS.length; start += 20) {
      const some = HOSTILE_REQUESTS.slice(start, start + 20);
      await Promise.all(some.map(send));
    }
  });

  afterAll(async () => {
    expect(await faultOfService(service)).toBeUndefined();
    expect(service.log.filter((line) => line.includes('internal_error'))).toEqual([]);
    await service.close();
  });

  it.each(HOSTILE_REQUESTS)('$title', ({ title, statuses }) => {
    const { whole, split, halfClosed } = outcomes.get(title) ?? NOT_SENT;
    expect([faultsOf(whole), statusesOf(whole)]).toEqual([[], statuses]);
    // However it comes, it is never answered with what it brings; a request that is over may still be answered.
    expect([faultsOf(split), faultsOf(halfClosed)]).toEqual([[], []]);
    expect(split.length > 0).toBe(whole.length > 0);
  });

  it('whose client leaves in the middle of a pipeline are no error of anybody', async () => {
    const since = service.log.length;
    const socket = connect(Number(new URL(service.base).port));
    socket.write(Array.from({ length: 30 }, (_, n) => lines(`GET ${QUERY}/echo?number=${n} HTTP/1.1`)).join(''));
    // The first answer has begun; the others queue behind it.
    await once(socket, 'data');
    socket.destroy();
    await eventually(async () => (await connections()) <= 1);
    expect(await faultOfService(service)).toBeUndefined();
    expect(service.log.slice(since).filter((line) => !line.startsWith('echo for env: 1 rows'))).toEqual([]);
  });

  it('that are never finished are answered with 408 and closed, and keep nobody else waiting', async () => {
    const server = service.app.getHttpServer() as Server;
    const { headersTimeout } = server;
    server.headersTimeout = 100;
    const port = Number(new URL(service.base).port);
    const unfinished = ['', 'G', 'GET /livez HTTP/1.1\r\n', lines(`GET ${QUERY}/echo HTTP/1.1`).slice(0, -2)];
    const sockets = unfinished.flatMap((text) =>
      Array.from({ length: 25 }, () => connect(port).setNoDelay()).map((socket) => {
        if (text !== '') socket.write(text);
        return socket;
      }),
    );
    expect(await faultOfService(service)).toBeUndefined();
    // One that says nothing at all is not late with anything yet.
    const answers = await Promise.all(sockets.slice(25).map(async (socket) => buffer(socket)));
    expect(answers.map(statusesOf)).toEqual(Array(75).fill([408]));
    expect(answers.flatMap(faultsOf)).toEqual([]);
    for (const socket of sockets) socket.destroy();
    server.headersTimeout = headersTimeout;
  });
});
