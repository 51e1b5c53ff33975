import { once } from 'node:events';
import { type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { bytesHeld } from '../../test/support/bytes-held.js';
import { eventually } from '../../test/support/eventually.js';
import { QuernServer } from './quern-server.js';

describe('QuernServer', () => {
  let server: QuernServer;
  let answers: ServerResponse[];
  let sockets: Socket[];

  const start = async (unreadMs?: number) => {
    answers = [];
    sockets = [];
    server = new QuernServer({}, (_, response) => answers.push(response), unreadMs);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  };
  const open = async (text = '') => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    if (text !== '') socket.write(text);
    return socket;
  };
  const count = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_, connections) => {
        resolve(connections);
      });
    });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  });

  it('ends at once when all that is left are clients that have said nothing, or half a request', async () => {
    await start();
    await Promise.all([open(), open('GET / HT')]);
    await eventually(async () => (await count()) === 2);
    await once(server.close(), 'close');
  });

  it('lets an answer that is under way be finished before it ends, and nothing after it', async () => {
    await start();
    const socket = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => answers.length === 1);
    const closed = once(server.close(), 'close');
    const received = buffer(socket);
    answers[0]?.writeHead(200, { 'content-length': 2 }).write('o');
    await eventually(async () => (await count()) === 1);
    answers[0]?.end('k');
    expect((await received).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/);
    await closed;
  });

  it('does not keep an answer with a connection that stays open', async () => {
    await start();
    await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => answers.length === 1);
    const [answer] = answers as [ServerResponse];
    const { socket } = answer;
    const values = () =>
      Object.getOwnPropertySymbols(socket).map((symbol) => (socket as unknown as Record<symbol, unknown>)[symbol]);
    expect(values()).toContain(answer);
    answer.end('ok');
    await once(answer, 'close');
    expect(values()).not.toContain(answer);
  });

  it('counts the requests that are not answered yet, in pipelines too', async () => {
    await start();
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    await Promise.all([open(request), open(request.repeat(3)), open('GET / HT')]);
    await eventually(() => answers.length === 4 && server.unanswered === 4);
    for (const left of [3, 2, 1, 0]) {
      answers.shift()?.end();
      await eventually(() => server.unanswered === left);
    }
  });

  it('lets go of what a pipeline has been answered with, while the connection stays open', async () => {
    await start();
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = await open(request.repeat(2));
    await eventually(() => answers.length === 2);
    const [first] = answers.map((answer) => new WeakRef(answer));
    for (const answer of answers.splice(0)) answer.end('ok');
    await eventually(() => server.unanswered === 0);
    socket.write(request);
    await eventually(() => answers.length === 1);
    await bytesHeld();
    expect(first?.deref()).toBeUndefined();
    expect(await count()).toBe(1);
  });

  it('leaves a client that takes nothing of its answer, and none that is only slow to be answered', async () => {
    await start(20);
    const waits = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => answers.length === 1);
    const deaf = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    deaf.pause();
    await eventually(() => answers.length === 2);
    // More than the buffers of both ends hold.
    const bytes = 64_000_000;
    answers[1]?.end(Buffer.alloc(bytes));
    await eventually(async () => (await count()) === 1);
    // What the client finds in its buffers afterwards, since the answer itself has lost its connection by now.
    const closed = once(deaf, 'close');
    deaf.resume();
    await closed;
    expect(deaf.bytesRead).toBeLessThan(bytes);
    answers[0]?.end('at last');
    await once(waits, 'data');
  });

  it('ends a connection on which more than a hundred requests wait behind one', async () => {
    await start();
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const patient = await open(request.repeat(101));
    await eventually(() => answers.length === 101);
    const flood = await open(request.repeat(500));
    await once(flood, 'close');
    expect(answers.length).toBeLessThanOrEqual(202);
    const received = buffer(patient);
    for (const answer of answers.slice(0, 101)) answer.end('ok');
    await eventually(() => answers[100]?.writableFinished === true);
    // Those have been answered, so that as many may wait again.
    const before = answers.length;
    patient.write(request.repeat(101));
    await eventually(() => answers.length === before + 101);
    for (const answer of answers.slice(before)) answer.end('ok');
    patient.end();
    expect((await received).toString().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(202);
  });

  it('ends one that would make too many wait on all of them together', async () => {
    await start();
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const floods = await Promise.all(Array.from({ length: 100 }, async () => open(request.repeat(101))));
    await eventually(() => answers.length === 10_100);
    const late = await open(request.repeat(2));
    await once(late, 'close');
    for (const flood of floods) flood.destroy();
    await eventually(async () => (await count()) === 0);
    const next = await open(request.repeat(2));
    const before = answers.length;
    await eventually(() => answers.length === before + 2);
    next.destroy();
  });

  it('ends one whose waiting requests would have too many bytes of headers on all of them together', async () => {
    await start();
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const long = `GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(14_000)}\r\n\r\n`;
    const floods: Socket[] = [];
    // 99 headers of 14,000 bytes each fit 24 times into 32 MiB.
    for (let each = 1; each <= 24; each += 1) {
      floods.push(await open(request + long.repeat(99)));
      await eventually(() => answers.length === each * 100);
    }
    const late = await open(request + long.repeat(99));
    await eventually(() => late.closed);
    expect(await count()).toBe(24);
    for (const flood of floods) flood.destroy();
    await eventually(async () => (await count()) === 0);
    const before = answers.length;
    await open(request + long.repeat(99));
    await eventually(() => answers.length === before + 100);
  });
});
