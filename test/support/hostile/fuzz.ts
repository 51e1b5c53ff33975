import { type Chance } from './chance.js';
import { HOSTILE_REQUESTS } from './requests.js';
import { QUERY } from './service.js';
import { HOSTILE_VALUES } from './values.js';
import { type Delivery } from './wire.js';
import { TOKEN } from '../service.js';

/** One exchange that a fuzzer has made up. */
export interface FuzzedRequest extends Delivery {
  readonly bytes: Buffer;
}

const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'TRACE',
  'PATCH',
  'SEARCH',
  'QUERY',
  'get',
  'G\0T',
  '',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', ''];
const PATHS = [
  ...[
    'echo',
    'kept',
    'pattern',
    'usage.api-counts',
    'nothing',
    '__proto__',
    'echo/',
    'echo/more',
    '%65cho',
    'ECHO',
    '',
  ].map((name) => `${QUERY}/${name}`),
  ...['/api/endpoints', '/api/endpoints/echo', '/health', '/livez', '/', '//', '*', 'http://a/livez', '/API/endpoints'],
  ...['/console', '/console/', '/console/index.html', '/console/..%2fmain.cjs'],
];
const NAMES = [
  'text',
  'number',
  'ratio',
  'flag',
  'at',
  'day',
  'list',
  'choice',
  'constructor',
  'pattern',
  'project',
  'interval',
  'sql',
  '__proto__',
  'x',
  '',
];
const ESCAPES = [
  '%',
  '%0',
  '%00',
  '%0d%0a',
  '%c0%af',
  '%ed%a0%80',
  '%ff',
  '%25',
  '+',
  '&',
  '=',
  ';',
  '#',
  '?',
  '\xe9',
  '%e2%80%a8',
  '%F0%9F%98%80',
];
const FIELDS = [
  'X-Request-Id: a b',
  'X-Request-Id: %0d%0aX-Evil: 1',
  'traceparent: 00-00000000000000000000000000000000-0000000000000000-00',
  'Cache-Control: no-cache, only-if-cached',
  'Cache-Control: ,,,=",',
  'If-None-Match: *',
  'If-None-Match: W/"a", "\xe9',
  'Accept-Encoding: br;q=nan, *;q=-1, identity;q=1e9',
  'Accept-Encoding: gzip, br',
  'Prefer: handling=strict',
  'Origin: null',
  'Access-Control-Request-Method: GET',
  'X-Forwarded-For: ::1, \xff',
  'Range: bytes=0-0,-1',
  'Content-Length: 5',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Connection: close',
  'Connection: keep-alive, Upgrade',
  'Connection: X-API-KEY',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Expect: nothing',
  'Host: evil',
  'Authorization: Bearer',
  'Authorization: Basic Og==',
  `Authorization: Bearer ${TOKEN}`,
  'X-API-KEY: other',
  ' folded',
  'no colon',
  ': no name',
];
const BODIES = [
  '',
  '',
  '',
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '0\r\nX-Evil: 1\r\n\r\n',
  'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n',
];

/** Ends the connection, unless what comes before takes it for something else. */
const LAST = Buffer.from('GET /livez HTTP/1.1\r\nHost: quern\r\nConnection: close\r\n\r\n');

/** What comes next in a run of this seed: most of it a request that is nearly one, and some of it what it was made of. */
export function makeRequest(chance: Chance): FuzzedRequest {
  const text = chance.oneIn(6) ? chance.pick(HOSTILE_REQUESTS).bytes : requestText(chance);
  const fuzzed = mutated(chance, Buffer.from(chance.oneIn(6) ? text + requestText(chance) : text, 'latin1'));
  const bytes = Buffer.concat([fuzzed, LAST]);
  const step = chance.oneIn(4) ? 1 + chance.below(bytes.length) : undefined;
  return { bytes, step, isHalfClosed: chance.oneIn(10) };
}

function requestText(chance: Chance): string {
  const query = chance.some(4, NAMES).map((name) => `${name}=${valueText(chance)}`);
  const target = `${chance.pick(PATHS)}${query.length > 0 ? '?' : ''}${query.join('&')}`;
  const fields = chance.some(3, FIELDS);
  const key = chance.oneIn(8) ? [] : [`X-API-KEY: ${TOKEN}`];
  const head = [`${chance.pick(METHODS)} ${target} ${chance.pick(VERSIONS)}`, 'Host: quern', ...key, ...fields];
  return `${head.join('\r\n')}\r\n\r\n${chance.pick(BODIES)}`;
}

function valueText(chance: Chance): string {
  const text = encodeURIComponent(chance.pick(HOSTILE_VALUES)[1].slice(0, 300));
  return chance.oneIn(4) ? text + chance.pick(ESCAPES) + chance.pick(ESCAPES) : text;
}

/** Here and there another byte, or some that are missing or there twice. */
function mutated(chance: Chance, bytes: Buffer): Buffer {
  if (!chance.oneIn(3)) return bytes;
  let result = bytes;
  for (let times = 1 + chance.below(4); times > 0; times -= 1) {
    const place = chance.below(result.length);
    const end = Math.min(result.length, place + chance.below(20));
    const [before, piece, after] = [result.subarray(0, place), result.subarray(place, end), result.subarray(end)];
    const other = Buffer.from([chance.pick([0, 10, 13, 32, 37, 58, 127, 255, chance.below(256)])]);
    result = Buffer.concat(
      chance.pick([
        [before, other, result.subarray(place + 1)],
        [before, other, piece, after],
        [before, after],
        [before, piece, piece, after],
      ]),
    );
  }
  return result;
}
