import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { disconnectSignal } from './once-gone.js';

describe('the signal of a client that leaves', () => {
  it.each(['before it is asked for', 'afterwards'])('is aborted where the client left %s', async (when) => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: quern\r\n\r\n');
    const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const leave = async () => {
      client.destroy();
      await once(request.socket, 'close');
    };
    if (when === 'before it is asked for') await leave();
    const signal = disconnectSignal(request, response);
    const aborted = once(signal, 'abort');
    expect(signal.aborted).toBe(false);
    if (when === 'afterwards') await leave();
    await aborted;
    expect(signal.reason).toEqual(new Error('the client has left'));
    server.close();
  });
});
