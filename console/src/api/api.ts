import { joined, type OpenApi } from './document.js';
import { parseExactly } from './exact-number.js';

/** Values of parameters as text, several for an array. */
export type Values = ReadonlyMap<string, readonly string[]>;

export interface FieldProblem {
  readonly parameter?: string;
  readonly detail: string;
  readonly line?: number;
  readonly column?: number;
}

/** An error as RFC 9457 and Quern have it. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id?: string;
  readonly errors?: readonly FieldProblem[];
}

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly bytes: number;
  readonly milliseconds: number;
  /** What the text is as JSON; undefined where it is none. */
  readonly body: unknown;
}

/** Calls the service that this page came from, with a key that it never writes anywhere. */
export class Api {
  constructor(
    private readonly key: string,
    /** Where the service is: what the page’s own address has before `console`. */
    readonly base: URL = new URL('.', document.baseURI),
  ) {}

  async get(path: string, init: RequestInit = {}): Promise<Answer> {
    const begun = performance.now();
    return answerOf(await this.send(path, init), begun);
  }

  /** A body of any kind; where there is none, the answer says why. */
  async file(path: string): Promise<Blob | Answer> {
    const begun = performance.now();
    const response = await this.send(path, {});
    return response.ok ? response.blob() : answerOf(response, begun);
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('X-API-KEY', this.key);
    // Browsers say `no-cache` by themselves where nothing is to be stored, which would have a query run that need not be.
    headers.set('Cache-Control', 'no-store');
    return fetch(this.url(path), {
      ...init,
      headers,
      credentials: 'omit',
      // What is old is the service’s to say, and not the browser’s.
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  }

  /** What the key may call. */
  async document(): Promise<OpenApi> {
    const parts = await this.parts('/api/openapi.json');
    const refused = parts.find(({ status }) => status !== 200);
    if (refused) throw new Refused(problemOf(refused));
    return joined(parts.map(({ body }) => body as OpenApi));
  }

  /** In which state the file of each endpoint is, for admins; undefined for everybody else, to whom the listing does not say it. */
  async states(): Promise<ReadonlyMap<string, string> | undefined> {
    const parts = await this.parts('/api/endpoints', (answer) => statesOf(answer).length > 0);
    const states = parts.flatMap(statesOf);
    return states.length === 0 ? undefined : new Map(states);
  }

  /** An answer and those that it says come next, for as long as they are wanted; where one is refused, that is the last. */
  private async parts(path: string, isWanted: (answer: Answer) => boolean = () => true): Promise<readonly Answer[]> {
    const parts: Answer[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const answer: Answer = await this.get(`${path}${next}`);
      parts.push(answer);
      next = !isWanted(answer) ? undefined : /^<(\?[^>]*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return parts;
  }

  url(path: string): string {
    return new URL(path.replace(/^\//, ''), this.base).href;
  }
}

function statesOf({ body }: Answer): readonly (readonly [name: string, state: string])[] {
  const { result = [] } = (body ?? {}) as {
    readonly result?: readonly { readonly name: string; readonly state?: string }[];
  };
  return result.flatMap(({ name, state }) => (state === undefined ? [] : [[name, state] as const]));
}

async function answerOf(response: Response, begun: number): Promise<Answer> {
  const buffer = await response.arrayBuffer();
  const milliseconds = performance.now() - begun;
  const text = new TextDecoder().decode(buffer);
  return {
    status: response.status,
    headers: new Map(response.headers),
    text,
    bytes: buffer.byteLength,
    milliseconds,
    body: jsonOf(text),
  };
}

/** The service does not do what it was asked. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

export function problemOf({ status, body }: Answer): Problem {
  if (typeof body === 'object' && body !== null && 'code' in body && 'detail' in body) return body as Problem;
  return {
    title: 'No answer of Quern’s',
    status,
    detail: `The answer has the status ${status}, and no problem that could be read.`,
    code: '',
  };
}

function jsonOf(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}
