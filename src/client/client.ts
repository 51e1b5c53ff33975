import { Memory } from './memory.js';
import { QuernProblem } from './problem.js';
import { type Clock, CLOCK, secondsToWait } from './retry-after.js';

export { type ParameterProblem, QuernProblem } from './problem.js';
export { type Clock } from './retry-after.js';

/** What `quern types` writes as `Endpoints`: the parameters and the row of each endpoint, by name. */
export type EndpointTypes<E> = { readonly [Name in keyof E]: { readonly parameters: object; readonly row: object } };

/** Every name, where nothing is known of the endpoints. */
export type AnyEndpoints = Readonly<Record<string, { parameters: Parameters; row: Record<string, unknown> }>>;

export type Parameters = Readonly<Record<string, ParameterValue | readonly ParameterValue[]>>;
/** `null` and `undefined` are left out, as are empty arrays. */
export type ParameterValue = string | number | bigint | boolean | null | undefined;

export interface ClientOptions {
  /** Where Quern is, such as `https://quern.example.com`; a path before `/api` may follow. */
  readonly url: string;
  readonly key: string;
  /** How often one call is sent again after a 429 or 503 with `Retry-After`; 2 if left out. */
  readonly maxRetries?: number;
  /** Seconds that one call may wait for that in all; 30 if left out. A longer `Retry-After` fails the call at once. */
  readonly maxWaitSeconds?: number;
  /** Characters of answers that are remembered, so that unchanged ones need not be sent again; 5,000,000 if left out. */
  readonly maxRemembered?: number;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /** Instead of the machine's, for tests. */
  readonly clock?: Clock;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface Answer<Row> {
  readonly rows: Row[];
  /** There were more rows than the endpoint's `max_rows`. */
  readonly truncated: boolean;
  /** Seconds since the engine was asked; undefined where the endpoint does not cache. */
  readonly age: number | undefined;
  /** The rows are those that this client had already (304). */
  readonly remembered: boolean;
  readonly requestId: string | undefined;
}

export interface Client<E extends EndpointTypes<E> = AnyEndpoints> {
  /** Calls an endpoint. @throws QuernProblem, what `fetch` throws, and the reason of a signal that is aborted */
  query<Name extends keyof E & string>(
    name: Name,
    ...rest: Rest<E[Name]['parameters']>
  ): Promise<Answer<E[Name]['row']>>;
}

/** Parameters may be left out where none of them is required. */
type Rest<P> = Partial<P> extends P ? [parameters?: P, options?: CallOptions] : [parameters: P, options?: CallOptions];

/** What a URL may have; proxies take little more than 8 KiB. Longer calls have their parameters in a body. */
const MAX_URL = 8000;

export function createClient<E extends EndpointTypes<E> = AnyEndpoints>(options: ClientOptions): Client<E> {
  const { key, maxRetries = 2, maxWaitSeconds = 30, maxRemembered = 5_000_000, clock = CLOCK } = options;
  const base = `${options.url.replace(/\/+$/, '')}/api/endpoints/query/`;
  const memory = new Memory(maxRemembered);

  async function query(name: string, parameters: object = {}, { signal }: CallOptions = {}): Promise<Answer<never>> {
    const url = base + encodeURIComponent(name);
    const call = `${url}?${searchOf(parameters).toString()}`;
    const known = memory.recall(call);
    // Strict: what the endpoint does not declare any more is refused, and does not leave rows unfiltered.
    const headers = { 'X-API-KEY': key, Prefer: 'handling=strict', ...(known && { 'If-None-Match': known.etag }) };
    const isLong = call.length > MAX_URL;
    const init: RequestInit = {
      ...(isLong ? posted(headers, parameters) : { headers }),
      // A redirect would take the key to whatever it names.
      redirect: 'error',
      ...(signal && { signal }),
    };
    for (let retries = 0, waited = 0; ; retries += 1) {
      const response = await (options.fetch ?? fetch)(isLong ? url : call, init);
      const text = response.status === 304 && known ? known.text : await response.text();
      const body = parsed(text);
      if (isResult(body) && (response.ok || response.status === 304)) {
        memory.keep(call, text, response.headers);
        return { rows: body.result, ...about(response) };
      }
      const seconds = secondsToWait(response, clock.now());
      waited += seconds;
      if (retries >= maxRetries || !(waited <= maxWaitSeconds)) throw new QuernProblem(response, body);
      await clock.wait(seconds * 1000, signal);
    }
  }
  return { query } as Client<E>;
}

function searchOf(parameters: object): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters as Parameters)) {
    for (const each of [value].flat()) if (each !== null && each !== undefined) search.append(name, String(each));
  }
  return search;
}

function posted(headers: Readonly<Record<string, string>>, parameters: object): RequestInit {
  const body = JSON.stringify(parameters, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return { method: 'POST', body, headers: { ...headers, 'Content-Type': 'application/json' } };
}

function about({ status, headers }: Response): Omit<Answer<never>, 'rows'> {
  return {
    truncated: headers.get('Quern-Truncated') === 'true',
    age: headers.has('Age') ? Number(headers.get('Age')) : undefined,
    remembered: status === 304,
    requestId: headers.get('X-Request-Id') ?? undefined,
  };
}

interface Result {
  readonly result: never[];
}

function isResult(body: unknown): body is Result {
  return typeof body === 'object' && body !== null && 'result' in body && Array.isArray(body.result);
}

/** Undefined for what is no JSON, such as a proxy's page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
