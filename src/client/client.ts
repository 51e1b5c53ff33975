import { Memory } from './memory.js';
import { type ProblemBody, QuernProblem } from './problem.js';

export { type ParameterProblem, QuernProblem } from './problem.js';

/** The type of `Endpoints` from `quern types`: the parameters and the row of each endpoint, by name. */
export type EndpointTypes<E> = { readonly [Name in keyof E]: { readonly parameters: object; readonly row: object } };

/** Endpoints of any name, where their types are not known. */
export type AnyEndpoints = Readonly<Record<string, { parameters: Parameters; row: Record<string, unknown> }>>;

export type Parameters = Readonly<Record<string, ParameterValue | readonly ParameterValue[]>>;
/** A value in a URL. `null` and `undefined` are left out, as are empty arrays. A `Date` is an instant, for a TIMESTAMP. */
export type ParameterValue = string | number | bigint | boolean | Date | null | undefined;

export interface ClientOptions {
  /** Quern's address, such as `https://quern.example.com`, without `/api`; a path of a proxy's may follow. */
  readonly url: string;
  readonly key: string;
  /** Number of times that one call is sent again after a 429 or 503 with `Retry-After`; 2 if left out. */
  readonly maxRetries?: number;
  /** Seconds that one call may wait for that in all; 30 if left out. A longer `Retry-After` fails the call at once. */
  readonly maxWaitSeconds?: number;
  /** Characters of answers that are remembered, so that unchanged ones need not be sent again; 5,000,000 if left out. */
  readonly maxRemembered?: number;
  /** Function in place of the global one. */
  readonly fetch?: typeof fetch;
  /** Function in place of a timer, for tests. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface Answer<Row> {
  readonly rows: Row[];
  /** Whether there were more rows than the endpoint's `max_rows`, or more bytes than its `max_bytes`. */
  readonly truncated: boolean;
  /** The `cursor` of the next page; undefined behind the last one, and where there are no pages. */
  readonly next: string | undefined;
  /** Number of rows in the whole result, where the endpoint takes `limit` and `offset`. */
  readonly totalRows: number | undefined;
  /** Seconds since the engine was asked; undefined where the endpoint does not cache. */
  readonly age: number | undefined;
  /** Whether the rows are those that this client had already (304). */
  readonly remembered: boolean;
  readonly requestId: string | undefined;
}

export interface Client<E extends EndpointTypes<E> = AnyEndpoints> {
  /**
   * Calls an endpoint. A caller's own SQL has rows with columns of its own.
   *
   * @throws QuernProblem, errors of `fetch`, and the reason of an aborted signal
   */
  query<Name extends string, Sql extends string | undefined = undefined>(
    name: Known<Name, keyof E & string>,
    ...rest: Name extends keyof E ? Rest<E[Name]['parameters'], Sql> : Anything
  ): Promise<Answer<[Sql] extends [undefined] ? RowOf<E, Name> : Record<string, unknown>>>;

  /** Calls an endpoint with pages: one answer for each, from the first on or from the `cursor` in the parameters. */
  pages<Name extends string>(
    name: Known<Name, PagedName<E>>,
    ...rest: Name extends PagedName<E> ? Rest<E[Name]['parameters'], undefined> : Anything
  ): AsyncGenerator<Answer<RowOf<E, Name>>, void, undefined>;
}

/**
 * The name itself if it is one of these, and else all of them, so that TypeScript complains about the name. If these were the bound of
 * `Name`, it would complain of missing parameters instead.
 */
type Known<Name extends string, Names extends string> = Name extends Names ? Name : Names;
type Anything = [parameters?: object, options?: CallOptions];
type RowOf<E extends EndpointTypes<E>, Name> = Name extends keyof E ? E[Name]['row'] : never;

/** Names of endpoints that take a cursor. */
type PagedName<E extends EndpointTypes<E>> = {
  [Name in keyof E]: 'cursor' extends keyof E[Name]['parameters']
    ? string extends E[Name]['parameters']['cursor']
      ? Name
      : never
    : never;
}[keyof E] &
  string;

/** Arguments of a call: parameters may be left out where none of them is required. */
type Rest<P, Sql> =
  Partial<P> extends P ? [parameters?: Given<P, Sql>, options?: CallOptions] : [Given<P, Sql>, options?: CallOptions];

/** Parameters of a call, typed by whether it has SQL, where the endpoint takes it. */
type Given<P, Sql> = 'sql' extends keyof P ? P & { readonly sql?: Sql } : P;

/** Longest URL; proxies take little more than 8 KiB. Longer calls have their parameters in a body. */
const MAX_URL = 8000;

export function createClient<E extends EndpointTypes<E> = AnyEndpoints>(options: ClientOptions): Client<E> {
  const { maxRetries = 2, maxWaitSeconds = 30, maxRemembered = 5_000_000 } = options;
  const base = baseOf(options.url);
  const memory = new Memory();

  async function query(name: string, parameters: object = {}, { signal }: CallOptions = {}): Promise<Answer<never>> {
    // Text that cannot be an endpoint's name might be another path.
    if (!/^\w[\w.-]*$/.test(name)) throw new TypeError(`No endpoint has the name ${JSON.stringify(name)}.`);
    const call = `${base}${name}?${searchOf(parameters)}`;
    const isLong = call.length > MAX_URL;
    const known = memory.get(call);
    const init: RequestInit = {
      ...(isLong && { method: 'POST', body: JSON.stringify(parameters, asJson) }),
      headers: {
        'X-API-KEY': options.key,
        // A parameter that the endpoint no longer declares is refused, and does not leave rows unfiltered.
        Prefer: 'handling=strict',
        ...(isLong && { 'Content-Type': 'application/json' }),
        // Beside a tag `fetch` says `no-cache` by itself, which would have a query run, unless something else is said.
        ...(known && { 'If-None-Match': known.etag, 'Cache-Control': 'no-store' }),
      },
      // A redirect would send the key to another address.
      redirect: 'error',
      ...(signal && { signal }),
    };
    for (let retries = 0, waited = 0; ; retries += 1) {
      const response = await (options.fetch ?? fetch)(isLong ? base + name : call, init);
      const { status, ok, headers } = response;
      const remembered = status === 304 && known !== undefined;
      const text = remembered ? known.text : await response.text();
      const body = objectOf(text);
      if (Array.isArray(body.result) && (ok || remembered)) {
        // A POST is never answered with 304: it does not say that it only reads.
        if (!isLong) memory.keep(call, text, headers, maxRemembered);
        const [age, totalRows] = ['Age', 'Quern-Total-Rows'].map((name) =>
          headers.has(name) ? Number(headers.get(name)) : undefined,
        );
        const truncated = headers.get('Quern-Truncated') === 'true';
        const requestId = headers.get('X-Request-Id') ?? undefined;
        const next = headers.get('Quern-Next') ?? undefined;
        return { rows: body.result as never[], truncated, next, totalRows, age, remembered, requestId };
      }
      const seconds = secondsToWait(response);
      waited += seconds;
      if (retries >= maxRetries || !(waited <= maxWaitSeconds)) throw new QuernProblem(response, body);
      await (options.wait ?? wait)(seconds * 1000, signal);
    }
  }

  async function* pages(name: string, parameters: object = {}, options?: CallOptions): AsyncGenerator<Answer<never>> {
    for (let next: string | undefined = ''; next !== undefined;) {
      const answer: Answer<never> = await query(name, { ...parameters, ...(next !== '' && { cursor: next }) }, options);
      yield answer;
      next = answer.next;
    }
  }
  return { query, pages } as Client<E>;
}

function baseOf(url: string): string {
  const isBase = /^https?:\/\/[^/?#][^?#]*$/i.test(url) && !/\/api(\/endpoints(\/query)?)?\/*$/.test(url);
  if (isBase) return `${url.replace(/\/+$/, '')}/api/endpoints/query/`;
  throw new TypeError(
    `url is ${JSON.stringify(url)}: write where Quern is, as https://quern.example.com, without /api.`,
  );
}

function searchOf(parameters: object): string {
  const given = Object.entries(parameters as Parameters).flatMap(([name, value]): [string, string][] => {
    const values = [value].flat().filter((each) => each !== null && each !== undefined);
    return values.map((each) => [name, each instanceof Date ? each.toISOString() : String(each)]);
  });
  return new URLSearchParams(given).toString();
}

/** Replaces values that JSON has no number for, bigint, NaN and the infinities, by their text in a URL. */
function asJson(_: string, value: unknown): unknown {
  const isText = typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value));
  return isText ? String(value) : value;
}

/** Parses an object; one without members for text that is no JSON, such as a proxy's page. */
function objectOf(text: string): ProblemBody & { readonly result?: unknown } {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

/** Seconds to wait before the call is sent again; not a number where that is of no use. */
function secondsToWait({ status, headers }: Response): number {
  const text = headers.get('Retry-After') ?? '';
  if (status !== 429 && status !== 503) return NaN;
  if (/^[0-9]+$/.test(text)) return Number(text);
  // Date.parse takes many texts that are no date of HTTP.
  return text.endsWith(' GMT') ? Math.max(0, (Date.parse(text) - Date.now()) / 1000) : NaN;
}

/** Waits, at most until the signal is aborted: the fetch after that is refused with its reason. */
function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
