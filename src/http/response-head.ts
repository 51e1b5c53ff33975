import { type Coding, type RunCost } from '../cache/cached-result.js';
import { type FormKind, FORMS } from '../contract/form-names.js';
import { type Answer, type CacheOutcome } from '../execution/answer.js';
import { type Head, inCoding, JSON_TYPE } from './replies.service.js';

/** Request fields that an answer depends on. */
const VARY = 'Accept, Accept-Encoding, Authorization, Origin, Prefer, X-API-KEY';

/**
 * The head of an answer with rows. It is remembered with the call, and must not refer to the result, whose bodies would stay in memory
 * after the cache has evicted them.
 */
export interface ResponseHead extends Head {
  readonly hash: string;
  readonly length: number;
  readonly truncated: boolean;
  readonly ageSeconds: number;
  readonly isVerified: boolean;
  /** Cost of the run that made these rows, even if a later run found the same ones. */
  readonly cost: RunCost | undefined;
}

export interface HeadOptions {
  /** Milliseconds since the request came, for the time of a run. */
  readonly totalMs?: number | undefined;
  /** Undefined for the envelope. */
  readonly kind?: FormKind | undefined;
  /** Whether the URL names the form, and so leads to a file. */
  readonly isFile?: boolean;
  /** Whether the caller may see the cost of the run behind the answer. */
  readonly seesCost?: boolean;
}

export function headOf(answer: Answer, accepted: Coding | undefined, options: HeadOptions = {}): ResponseHead {
  const { totalMs, kind, isFile = false, seesCost = false } = options;
  const { result, endpoint, ignored, modifiedAt, nextLink, ageSeconds, totalRows = result.rows } = answer;
  const { hash, truncated, next, cost } = result;
  const { length, coding, etag } = inCoding(result, accepted).said;
  const { isVerified = false } = answer;
  const fields = ['X-Request-Id', '', 'X-Content-Type-Options', 'nosniff', 'Cache-Control', cacheControl(answer)];
  fields.push(
    'Cache-Status',
    cacheStatus(answer),
    'Server-Timing',
    serverTiming(answer, totalMs),
    'ETag',
    etag,
    'Vary',
    VARY,
  );
  if (modifiedAt !== undefined) fields.push('Last-Modified', new Date(modifiedAt).toUTCString());
  if (endpoint.cachingSeconds !== undefined) fields.push('Age', String(wholeAge(answer)));
  if (ignored.length > 0) fields.push('Quern-Ignored-Parameters', ignoredParameters(ignored));
  if (truncated) fields.push('Quern-Truncated', 'true');
  if (endpoint.slices) fields.push('Quern-Total-Rows', String(totalRows));
  if (next !== undefined) {
    fields.push('Quern-Next', next);
    if (nextLink !== undefined) fields.push('Link', `<${nextLink}${next}>; rel="next"`);
  }
  if (seesCost && cost) fields.push('Quern-Cost', costField(answer, cost));
  const bodyFieldsAt = fields.length;
  fields.push(
    'Content-Type',
    kind === undefined ? JSON_TYPE : FORMS[kind].contentType,
    'Content-Length',
    String(length),
  );
  if (coding !== undefined) fields.push('Content-Encoding', coding);
  // Names of endpoints have no characters that need escaping.
  if (kind !== undefined && isFile && kind !== 'json') {
    fields.push('Content-Disposition', `attachment; filename="${endpoint.name}.${FORMS[kind].extension}"`);
  }
  return { hash, length, etag, modifiedAt, truncated, ageSeconds, isVerified, cost, fields, bodyFieldsAt };
}

export function wholeAge({ ageSeconds }: Answer): number {
  return Math.floor(ageSeconds);
}

export function wholeMaxAge({ endpoint, ageSeconds }: Answer): number {
  return Math.max(0, Math.floor((endpoint.cachingSeconds ?? 0) - ageSeconds));
}

/**
 * `private`, since `X-API-KEY` gets no protection from shared caches (RFC 9111 section 3.5). `max-age` is the remaining time, beside `Age`:
 * caches that subtract the age once more only ask again sooner, and none keeps an answer too long.
 */
function cacheControl(answer: Answer): string {
  return answer.endpoint.cachingSeconds === undefined ? 'no-store' : `private, max-age=${wholeMaxAge(answer)}`;
}

/**
 * The origin of the answer and, if it waited for a run, the milliseconds of the run and in all. The cost of the run is left out: not every
 * key may see it.
 */
function serverTiming({ outcome, engineMs }: Answer, totalMs = 0): string {
  const durations =
    engineMs === undefined ? '' : `, engine;dur=${engineMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`;
  return `cache;desc=${outcome}${durations}`;
}

/** The action of Quern's own cache, by RFC 9211. */
function cacheStatus(answer: Answer): string {
  const { endpoint, ageSeconds, outcome, isVerified = false, collapsed, stored, isForBudget = false } = answer;
  const ttl = Math.floor((endpoint.cachingSeconds ?? 0) - ageSeconds);
  if (outcome === 'hit') return `quern; hit; ttl=${ttl}${isVerified ? '; detail=verified' : ''}`;
  if (outcome === 'stale') return `quern; hit; ttl=${ttl}; detail=${isForBudget ? 'budget' : 'stale-if-error'}`;
  return `quern; fwd=${FORWARDED[outcome]}${collapsed ? '; collapsed' : ''}${stored ? '; stored' : ''}`;
}

const FORWARDED: Readonly<Record<Exclude<CacheOutcome, 'hit' | 'stale'>, string>> = {
  miss: 'miss',
  expired: 'stale',
  forced: 'request',
  disabled: 'bypass',
};

/** Members of `Quern-Cost`, with their values of a run. */
const MEMBERS = [
  ['bytes_billed', ({ bytesBilled }: RunCost) => bytesBilled],
  ['bytes_processed', ({ bytesProcessed }: RunCost) => bytesProcessed],
  ['slot_ms', ({ slotMilliseconds }: RunCost) => slotMilliseconds],
  ['run_ms', ({ milliseconds }: RunCost) => milliseconds],
] as const;

/**
 * A dictionary (RFC 9651) of the answer's cost. An answer that no run was made for has `saved` alone, whose parameters are the cost of the
 * earlier run.
 */
function costField({ outcome, collapsed }: Answer, cost: RunCost): string {
  const members = MEMBERS.flatMap(([name, read]) => {
    const value = read(cost);
    return value === undefined ? [] : `${name}=${Math.round(value)}`;
  });
  const isSaved = outcome === 'hit' || outcome === 'stale' || collapsed;
  return isSaved ? ['saved', ...members].join(';') : members.join(', ');
}

const MAX_LISTED = 20;
/** Bytes of the header field; proxies refuse long ones. */
const MAX_LISTING = 2048;
const MAX_NAME = 64;

/** Names as the client sent them, escaped again so that nothing in them can end the header field. */
function ignoredParameters(names: readonly string[]): string {
  return names
    .slice(0, MAX_LISTED)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME).toWellFormed()))
    .filter((_, index, all) => all.slice(0, index + 1).join(', ').length <= MAX_LISTING)
    .join(', ');
}
