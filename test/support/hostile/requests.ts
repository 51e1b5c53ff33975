import { QUERY } from './service.js';
import { TOKEN } from '../service.js';

/** Bytes that are hardly what a client sends, and the statuses of the answers to them, each in its turn. */
export interface HostileRequest {
  readonly title: string;
  /** Byte by byte, Latin-1. */
  readonly bytes: string;
  readonly statuses: readonly number[];
}

const KEY = `X-API-KEY: ${TOKEN}`;
const ECHO = `${QUERY}/echo?text=a`;

/** A request as it should be, but for what the case is about. */
export function lines(...[first, ...others]: readonly string[]): string {
  return [first, 'Host: quern', KEY, ...others, '', ''].join('\r\n');
}

const get = (target: string, ...fields: readonly string[]) => lines(`GET ${target} HTTP/1.1`, ...fields);
const of = (title: string, bytes: string, ...statuses: readonly number[]): HostileRequest => ({
  title,
  bytes,
  statuses,
});

const TARGETS: readonly HostileRequest[] = [
  of('a percent sign alone', get(`${QUERY}/echo?text=%`), 400),
  of('half an escape', get(`${QUERY}/echo?text=%4`), 400),
  of('an escape of no hexadecimal digits', get(`${QUERY}/echo?%zz=a`), 400),
  of('an escape in the path that is none', get(`${QUERY}/%zz`), 400),
  of('NUL in the path', get(`${QUERY}/echo%00`), 404),
  of('a raw NUL in the path', get(`${QUERY}/ec\0ho`), 400),
  of('overlong UTF-8', get(`${QUERY}/echo?text=%c0%af`), 400),
  of('overlong UTF-8 in the path', get(`${QUERY}/%c0%af`), 400),
  of('UTF-8 that is cut off', get(`${QUERY}/echo?text=%e2%82`), 400),
  of('a surrogate in UTF-8', get(`${QUERY}/echo?text=%ed%a0%80`), 400),
  of('beyond Unicode', get(`${QUERY}/echo?text=%f4%90%80%80`), 400),
  of('raw bytes beyond ASCII', get(`${QUERY}/echo?text=\xe9`), 400),
  of('CR and LF in a name', get(`${QUERY}/echo?a%0d%0aX-Evil:%201=1`), 200),
  of('CR and LF in a value', get(`${QUERY}/echo?text=a%0d%0aX-Evil:%201`), 200),
  of('CR and LF in the name of an endpoint', get(`${QUERY}/echo%0d%0aX-Evil:%201`), 404),
  of('a raw LF in the target', get(`${QUERY}/echo?text=a\nX-Evil: 1`), 200),
  of('markup in a name', get(`${QUERY}/echo?<script>alert(1)</script>=1`), 200),
  of('markup in the path', get(`/<script>alert(1)</script>`), 404),
  of('a name of every object', get(`${QUERY}/echo?__proto__=1&toString=2&hasOwnProperty=3`), 200),
  of('an endpoint of every object', get(`${QUERY}/__proto__`), 404),
  of('a method of every object as an endpoint', get(`${QUERY}/hasOwnProperty`), 404),
  of('an array where a scalar belongs', get(`${QUERY}/echo?number[]=1&number[a]=2`), 400),
  of('a scalar twice', get(`${QUERY}/echo?number=1&number=1`), 400),
  of('100 parameters', get(`${QUERY}/echo?${'x=1&'.repeat(100)}`), 200),
  of('101 parameters', get(`${QUERY}/echo?${'x=1&'.repeat(101)}`), 400),
  of('thousands of parameters', get(`${QUERY}/echo?${'x&'.repeat(8000)}`), 400),
  of('thousands of separators', get(`${QUERY}/echo?${'&'.repeat(16_000)}`), 200),
  of('a target of 17 KB', get(`${QUERY}/echo?text=${'a'.repeat(17_000)}`), 414),
  of('a target of 40 KB of escapes', get(`${QUERY}/echo?text=${'%25'.repeat(13_000)}`), 414),
  of('a target of 60 KB', get(`${QUERY}/echo?text=${'a'.repeat(60_000)}`), 431),
  of('dots that climb', get(`${QUERY}/../../../../etc/passwd`), 404),
  of('escaped dots that climb', get(`${QUERY}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`), 404),
  of('backslashes that climb', get(`${QUERY}/..\\..\\etc\\passwd`), 404),
  of('absolute form', get(`http://quern${ECHO}`), 200),
  of('absolute form without a key', get(`http://quern${ECHO}`).replace(KEY, 'X-A: 1'), 401),
  of('absolute form of a port that is none', get(`http://que:rn${ECHO}`), 200),
  of('absolute form without a path', get('http://quern?text=a'), 302),
  of('absolute form of another host', get(`http://169.254.169.254/latest/meta-data`), 404),
  of('authority form', lines('CONNECT quern:80 HTTP/1.1'), 400),
  of('authority form of GET', get('quern:80'), 400),
  of('an asterisk', lines('OPTIONS * HTTP/1.1'), 404),
  of('an asterisk of GET', get('*'), 404),
  of('no target at all', lines('GET  HTTP/1.1'), 400),
  of('two targets', get('/livez /livez'), 400),
];

const FRAMES: readonly HostileRequest[] = [
  of('HTTP/1.0', lines(`GET ${ECHO} HTTP/1.0`), 200),
  of('HTTP/1.0 without a Host', `GET ${ECHO} HTTP/1.0\r\n${KEY}\r\n\r\n`, 200),
  of('HTTP/0.9', 'GET /livez\r\n\r\n', 200),
  of('HTTP/2 by prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400),
  of('HTTP/9.9', lines('GET /livez HTTP/9.9'), 400),
  of('TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 400),
  of('no Host', `GET ${ECHO} HTTP/1.1\r\n${KEY}\r\n\r\n`, 400),
  of('two Hosts', get(ECHO, 'Host: evil'), 400),
  of('the same Host twice, once in another case', get(ECHO, 'HOST: quern'), 400),
  of('two Hosts and HTTP/1.0', lines(`GET ${ECHO} HTTP/1.0`, 'Host: quern'), 400),
  of('no Host and HTTP/1.1 in absolute form', `GET http://quern${ECHO} HTTP/1.1\r\n${KEY}\r\n\r\n`, 400),
  of('a Host of two hosts', `GET ${ECHO} HTTP/1.1\r\nHost: quern, evil\r\n${KEY}\r\n\r\n`, 400),
  of('a Host with a path', `GET ${ECHO} HTTP/1.1\r\nHost: quern/evil\r\n${KEY}\r\n\r\n`, 400),
  of('a Host beyond ASCII', `GET ${ECHO} HTTP/1.1\r\nHost: qu\xe9rn\r\n${KEY}\r\n\r\n`, 400),
  of('an empty Host', `GET ${ECHO} HTTP/1.1\r\nHost:\r\n${KEY}\r\n\r\n`, 200),
  of('a Host that is an IPv6 address', `GET ${ECHO} HTTP/1.1\r\nHost: [::1]:3000\r\n${KEY}\r\n\r\n`, 200),
  of('a Host with an underscore', `GET ${ECHO} HTTP/1.1\r\nHost: my_quern.local:80\r\n${KEY}\r\n\r\n`, 200),
  of('two Hosts behind a good request', get(ECHO) + get(ECHO, 'Host: evil'), 200, 400),
  of('a method that is none', lines('GRAB /livez HTTP/1.1'), 400),
  of('a method in lower case', lines('get /livez HTTP/1.1'), 400),
  of('bare line feeds', get('/livez').replaceAll('\r\n', '\n'), 400),
  of('a folded field', get('/livez', 'X-A: 1\r\n  folded'), 400),
  of('a space before the colon', get('/livez', 'X-A : 1'), 400),
  of('a field without a colon', get('/livez', 'nonsense'), 400),
  of('a field without a name', get('/livez', ': 1'), 400),
  of('NUL in a field', get('/livez', 'X-A: a\0b'), 400),
  of('a bare CR in a field', get('/livez', 'X-A: a\rX-Evil: 1'), 400),
  of('48 KB of fields', get(ECHO, `X-A: ${'a'.repeat(50_000)}`), 431),
  of('thousands of fields', get(ECHO, ...Array<string>(5000).fill('X-A: 1')), 200),
  of('a request id with CR', get(ECHO, 'X-Request-Id: a%0d%0aX-Evil: 1'), 200),
  of('a request id of markup', get(ECHO, 'X-Request-Id: <script>'), 200),
  of('a request id beyond ASCII', get(ECHO, 'X-Request-Id: \xe9\xff'), 200),
  of('two keys', get(ECHO, 'X-API-KEY: other'), 401),
  of('an If-None-Match of thousands', get(`${QUERY}/kept`, `If-None-Match: ${'"a", '.repeat(8000)}`), 200),
  of('an Accept-Encoding of thousands', get(ECHO, `Accept-Encoding: ${'br;q=0.1, '.repeat(4000)}`), 200),
  of('a Prefer of everything', get(ECHO, `Prefer: ${'handling=strict;"a", '.repeat(2000)}`), 200),
];

const BODIES: readonly HostileRequest[] = [
  of('a body of GET', get(ECHO, 'Content-Length: 5').concat('hello'), 200),
  of('a chunked body of GET', get(ECHO, 'Transfer-Encoding: chunked').concat('5\r\nhello\r\n0\r\n\r\n'), 200),
  of('chunks that are none', get('/livez', 'Transfer-Encoding: chunked').concat('zz\r\nhello\r\n0\r\n\r\n'), 400),
  of('a chunk of endless size', get('/livez', 'Transfer-Encoding: chunked').concat(`${'f'.repeat(40)}\r\na`), 400),
  of(
    'a chunk extension of 20 KB',
    get('/livez', 'Transfer-Encoding: chunked').concat(`1;${'a'.repeat(20_000)}\r\na\r\n`),
    400,
  ),
  of('both lengths', get('/livez', 'Content-Length: 3', 'Transfer-Encoding: chunked').concat('0\r\n\r\n'), 400),
  of('two lengths', get('/livez', 'Content-Length: 1', 'Content-Length: 2').concat('ab'), 400),
  of('a negative length', get('/livez', 'Content-Length: -1'), 400),
  of('a length that is no number', get('/livez', 'Content-Length: 1e3'), 400),
  of('a length beyond any number', get('/livez', `Content-Length: ${'9'.repeat(30)}`), 400),
  of('a coding of transfer that is unknown', get('/livez', 'Transfer-Encoding: gzip, identity'), 400),
  of('chunked twice', get('/livez', 'Transfer-Encoding: chunked, chunked').concat('0\r\n\r\n'), 400),
  of(
    'a hidden second request',
    get('/livez', 'Transfer-Encoding : chunked').concat('0\r\n\r\nGET /x HTTP/1.1\r\n\r\n'),
    400,
  ),
  of('Expect: 100-continue', get(ECHO, 'Expect: 100-continue', 'Content-Length: 1').concat('a'), 200),
  of('Expect: 100-continue in a pipeline', get('/nothing') + get('/nothing', 'Expect: 100-continue'), 404, 404),
  of('another Expect', get(ECHO, 'Expect: miracles'), 417),
  of(
    'an Upgrade to h2c',
    get(ECHO, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQ'),
    200,
  ),
  of('an Upgrade to a web socket', get(ECHO, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: a'), 200),
  of('a POST with a body', lines(`POST ${ECHO} HTTP/1.1`, 'Content-Length: 8').concat('{"a": 1}'), 415),
  of('20 requests at once', get(`${QUERY}/kept?text=a`).repeat(20), ...Array<number>(20).fill(200)),
  of(
    '20 requests of which some are bad',
    (get(ECHO) + get('/nothing')).repeat(10),
    ...Array<number[]>(10).fill([200, 404]).flat(),
  ),
  of('a good request before nonsense', `${get(`${QUERY}/kept?text=b`)}nonsense\r\n\r\n`, 400),
];

export const HOSTILE_REQUESTS = [...TARGETS, ...FRAMES, ...BODIES];
