import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { QuernError } from '../errors/quern-error.js';
import { tokenFromHeaders } from './request-caller.js';

/** What Node makes of header lines that come over the wire. */
async function headersOf(...lines: string[]): Promise<IncomingHttpHeaders> {
  let headers: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    headers = request.headers;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(['GET /?api_key=in-the-url HTTP/1.1', 'Host: quern', 'Connection: close', ...lines, '', ''].join('\r\n'));
  await text(socket);
  await new Promise((resolve) => server.close(resolve));
  return headers;
}

describe('tokenFromHeaders', () => {
  it.each([
    ['X-API-KEY', ['X-API-KEY: a-token']],
    ['X-API-KEY in another case', ['x-api-Key:   a-token  ']],
    ['Bearer', ['Authorization: Bearer a-token']],
    ['bearer in another case', ['authorization: bEARER   a-token']],
    ['both, the same', ['X-API-KEY: a-token', 'Authorization: Bearer a-token']],
    ['X-API-KEY twice, the same', ['X-API-KEY: a-token', 'X-API-KEY: a-token']],
    ['X-API-KEY beside an empty one', ['X-API-KEY:', 'X-API-KEY: a-token']],
    ['X-API-KEY beside another scheme', ['X-API-KEY: a-token', 'Authorization: Basic dXNlcjpwYXNz']],
  ])('takes the token from %s', async (_, lines) => {
    expect(tokenFromHeaders(await headersOf(...lines))).toBe('a-token');
  });

  it.each([
    ['no header', []],
    ['another scheme', ['Authorization: Basic a-token']],
    ['no scheme', ['Authorization: a-token']],
    ['a scheme alone', ['Authorization: Bearer']],
    ['a longer scheme', ['Authorization: BearerX a-token']],
    ['two words after the scheme', ['Authorization: Bearer a token']],
  ])('finds none in %s', async (_, lines) => {
    expect(tokenFromHeaders(await headersOf(...lines))).toBeUndefined();
  });

  it('finds an empty one, which is nobody’s, in an empty X-API-KEY', async () => {
    expect(tokenFromHeaders(await headersOf('X-API-KEY: '))).toBe('');
  });

  it('takes the Bearer beside an empty X-API-KEY', async () => {
    expect(tokenFromHeaders(await headersOf('X-API-KEY:', 'Authorization: Bearer a-token'))).toBe('a-token');
  });

  it.each([
    ['X-API-KEY and Bearer', ['X-API-KEY: token-1', 'Authorization: Bearer token-2']],
    ['two X-API-KEY', ['X-API-KEY: token-1', 'X-API-KEY: token-2']],
  ])('refuses %s that differ, and shows neither', async (_, lines) => {
    const headers = await headersOf(...lines);
    let error: unknown;
    try {
      tokenFromHeaders(headers);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(QuernError);
    expect(error).toMatchObject({
      code: 'unauthenticated',
      detail: expect.stringContaining('different keys') as string,
    });
    expect(JSON.stringify(error)).not.toMatch(/token-\d/);
  });

  it('takes an array, which other servers make of repeated fields', () => {
    expect(tokenFromHeaders({ 'x-api-key': ['a-token', 'a-token'] })).toBe('a-token');
  });
});
