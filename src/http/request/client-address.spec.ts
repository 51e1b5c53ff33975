import { type IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.js';

describe('clientAddress', () => {
  const from = (proxies: number, forwarded?: string) =>
    clientAddress(
      {
        headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
        socket: { remoteAddress: '10.0.0.1' },
      } as unknown as IncomingMessage,
      proxies,
    );

  it('is empty for a connection that has gone', () => {
    const request = { headers: {}, socket: {} } as unknown as IncomingMessage;
    expect(clientAddress(request, 1)).toBe('');
  });

  it.each<[string, number, string | undefined, string]>([
    ['nobody is trusted', 0, '203.0.113.9', '10.0.0.1'],
    ['the proxy has written nothing', 1, undefined, '10.0.0.1'],
    ['one proxy has written what it saw', 1, '203.0.113.9', '203.0.113.9'],
    ['the client has made something up', 1, '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['two proxies stand in a row', 2, '1.2.3.4, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['the client has made much up', 1, `${'1.2.3.4,'.repeat(5000)} 203.0.113.9`, '203.0.113.9'],
    ['there are as many hops as proxies', 2, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['a proxy writes the port as well', 1, '203.0.113.9:4711', '203.0.113.9'],
    ['a proxy writes an IPv6 address with its port', 1, '[2001:db8::1]:4711', '2001:db8::1'],
    ['a proxy passes on what is no address', 1, '\u009b31mEVIL request_id=forged', ''],
    ['there are fewer hops than proxies', 3, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ])('where %s', (_, proxies, forwarded, expected) => {
    expect(from(proxies, forwarded)).toBe(expected);
  });
});
