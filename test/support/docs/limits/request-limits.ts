import { PARAMETER_ENTRY } from '../../../../src/endpoint-files/format/parameter-entry.js';
import { byKey, bySetting, bytes, count, error, type LimitSection, milliseconds, percent, secondsOf } from './limit.js';

export const CONNECTIONS: LimitSection = [
  'Connections',
  [
    {
      what: 'connections that are open at once',
      ...bySetting('QUERN_MAX_CONNECTIONS'),
      beyond: 'closed unanswered',
    },
    {
      what: 'the same on `QUERN_METRICS_PORT`',
      limit: count('operator-server.service', 'MAX_CONNECTIONS'),
      beyond: 'closed unanswered',
    },
    {
      what: 'time without a request on a connection that is kept open',
      limit: milliseconds('quern-server', 'LIMITS.keepAliveTimeout'),
      beyond: 'closed',
    },
    {
      what: 'time for the header of a request',
      limit: milliseconds('quern-server', 'LIMITS.headersTimeout'),
      beyond: `${error('request_timeout')}, closed`,
    },
    {
      what: 'time for a whole request',
      limit: milliseconds('quern-server', 'LIMITS.requestTimeout'),
      beyond: `${error('request_timeout')}, closed`,
    },
    {
      what: 'time without taking a byte of an answer',
      limit: `${milliseconds('quern-server', 'UNREAD_MS')}, at most twice that`,
      beyond: 'closed',
    },
    {
      what: 'requests that wait behind another of their connection',
      limit: count('quern-server', 'MAX_WAITING.ofConnection'),
      beyond: 'closed',
    },
    {
      what: 'the same on all connections together',
      limit: `${count('quern-server', 'MAX_WAITING.ofAll')}, with ${bytes('quern-server', 'MAX_WAITING.bytesOfAll')} of header fields`,
      beyond: 'the connection of one more is closed',
    },
    {
      what: 'answers that clients have not read yet, in memory',
      limit: `as much as \`QUERN_CACHE_MAX_BYTES\`, at least ${bytes('unsent-bytes.service', 'MIN_ROOM_BYTES')}`,
      setBy: '`QUERN_CACHE_MAX_BYTES`',
      beyond: `an answer of ${bytes('unsent-bytes.service', 'MIN_REFUSED_BYTES')} or more: ${error('engine_busy')}`,
    },
    {
      what: 'the share of that for the clients of one key',
      limit: percent('unsent-bytes.service', 'SHARE_OF_KEY'),
      beyond: `the same; a client that does not even take smaller ones loses its connection`,
    },
    {
      what: 'answers in the making, in memory, twice their bytes',
      limit: 'the same, with the same share; one that is larger than the share counts as the share',
      setBy: '`QUERN_CACHE_MAX_BYTES`',
      beyond: `an answer that has come to ${bytes('unsent-bytes.service', 'MIN_REFUSED_BYTES')} of them: ${error('engine_busy')}`,
    },
    {
      what: 'time for answers in flight after SIGTERM, in seconds',
      ...bySetting('QUERN_SHUTDOWN_GRACE'),
      beyond: 'cut off, their runs cancelled',
    },
  ],
];

export const REQUESTS: LimitSection = [
  'A request',
  [
    {
      what: 'an OpenAPI document, and a list of endpoints, that is sent at once',
      limit: `${bytes('part', 'MAX_PART_BYTES')}, to the end of an endpoint`,
      beyond: 'the rest is at `Link: rel="next"`',
    },
    {
      what: 'OpenAPI documents and lists of endpoints that are made at once',
      limit: '1',
      beyond: 'they wait, and count as calls of their key',
    },
    { what: 'URL', limit: bytes('request-limits', 'MAX_URL_BYTES'), beyond: error('uri_too_long') },
    {
      what: 'header fields and URL together',
      limit: bytes('quern-server', 'LIMITS.maxHeaderSize'),
      beyond: error('header_too_large'),
    },
    { what: 'body', limit: bytes('request-limits', 'MAX_BODY_BYTES'), beyond: error('body_too_large') },
    { what: 'parameters', limit: count('query-string', 'MAX_PARAMETERS'), beyond: error('too_many_parameters') },
    {
      what: 'values in a JSON body, the elements of lists together',
      limit: count('request-limits', 'MAX_VALUES'),
      beyond: error('too_many_parameters'),
    },
    {
      what: 'characters of a value',
      ...byKey('max_length', 'that of the URL or body', PARAMETER_ENTRY),
      beyond: error('invalid_parameters'),
    },
    {
      what: '`Accept`',
      limit: `${count('directives', 'MAX_FIELD_CHARS')} characters`,
      beyond: error('not_acceptable'),
    },
    {
      what: 'token of a key',
      limit: `${count('kinds', 'MAX_TOKEN_LENGTH')} characters`,
      beyond: error('unauthenticated'),
    },
    {
      what: 'URL by which the typed client calls',
      limit: `${count('client', 'MAX_URL')} characters`,
      beyond: 'it sends a POST',
    },
    {
      what: 'how long a browser remembers that a page of another origin may call',
      limit: secondsOf('cors', 'MAX_AGE'),
      beyond: 'it asks again',
    },
    { what: '`limit` and `offset`', limit: count('reserved-names', 'MAX_SLICE'), beyond: error('invalid_parameters') },
    {
      what: '`wait` of `Prefer: respond-async`',
      limit: secondsOf('directives', 'MAX_WAIT_SECONDS'),
      beyond: 'waited for as long as that',
    },
    {
      what: 'text of a tool’s result',
      limit: bytes('tool-result', 'MAX_TEXT_BYTES'),
      beyond: 'fewer rows, and `truncated`',
    },
    {
      what: 'mistakes of a call that an agent is told of',
      limit: count('tool-result', 'MAX_ERRORS'),
      beyond: 'how many more there are',
    },
    {
      what: '`cursor`',
      limit: `${count('cursor', 'MAX_LENGTH')} characters`,
      beyond: `${error('invalid_cursor')}; an answer whose own would be longer is ${error('broken_page')}`,
    },
  ],
];

export const KEYS: LimitSection = [
  'A key, and who has none',
  [
    {
      what: 'calls',
      ...bySetting('QUERN_RATE_LIMIT'),
      beyond: `${error('rate_limited')}; a key may have a limit of its own`,
    },
    {
      what: 'what the runs of its calls cost in a day',
      limit: 'none',
      setBy: '`budget` of the key',
      beyond: `${error('budget_exhausted')}, or old rows`,
    },
    { what: 'calls with SQL of their own', ...bySetting('QUERN_SQL_RATE_LIMIT'), beyond: error('rate_limited') },
    {
      what: 'runs that its clients do not wait for, on each replica',
      limit: count('runs-of-keys', 'RUNS_PER_KEY'),
      beyond: `those that have ended make room; ${error('too_many_runs')} where none has`,
    },
    {
      what: 'time for which such a run is kept after its end',
      limit: secondsOf('run-record', 'KEPT_SECONDS'),
      beyond: error('run_not_found'),
    },
    {
      what: 'time for which a URL is signed',
      limit: secondsOf('signed-url', 'MAX_SIGNED_SECONDS'),
      beyond: '`quern keys sign` refuses it',
    },
    { what: 'calls that wait for runs at once', ...bySetting('QUERN_KEY_CONCURRENCY'), beyond: error('too_many_runs') },
    {
      what: 'the engine’s slots that one key’s runs have at once',
      limit: 'all but one',
      beyond: 'they wait',
    },
    {
      what: 'the cache, where others need room',
      ...bySetting('QUERN_CACHE_KEY_SHARE'),
      beyond: 'of its results the least recently used go',
    },
    {
      what: 'calls from one address without a valid key',
      ...bySetting('QUERN_AUTH_FAILURE_LIMIT'),
      beyond: error('rate_limited'),
    },
    {
      what: 'addresses whose failures are remembered',
      limit: count('rate-limits.service', 'MAX_ADDRESSES'),
      beyond: 'the one whose last is longest ago is forgotten',
    },
  ],
];
