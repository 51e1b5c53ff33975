import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type INestApplication } from '@nestjs/common';
import { Settings } from '../../../src/config/settings.js';
import { type EndpointContract, contractOf } from '../../../src/contract/endpoint-contract.js';
import { type LoadedEndpoint, Registry } from '../../../src/registry/registry.service.js';
import {
  type Detail,
  mistakesOfDetails,
  mistakesOfFile,
  mistakesOfListing,
  mistakesOfProblem,
  mistakesOfRows,
  mistakesOfRun,
  type SentAnswer,
} from './answer-mistakes.js';

const QUERY = /^(?:https?:\/\/[^/]*)?\/api\/endpoints\/query\/([^/?]+)\/?(?:\?(.*))?$/is;
const FILE = /^\/api\/(?:endpoints\/query|runs)\/[^/?]+\/rows\.\w+\/?(?:\?.*)?$/i;
const LISTING = /^(?:https?:\/\/[^/]*)?\/api\/endpoints(?:\/[^/?]+)?\/?(?:\?.*)?$/is;
const DETAILS = /^\/api\/(?:endpoints\/(?!query\/)[^/?]+\/)?(explain|history|spend)\/?(?:\?.*)?$/i;

const TOOLS = /^\/mcp\/?(?:\?.*)?$/i;
const RUN = /^(?:https?:\/\/[^/]*)?\/api\/runs\/[^/?]+\/?(?:\?.*)?$/is;

/** Differences of answers from the contract; whoever has looked at the list empties it. */
export type FoundMistakes = string[];

/**
 * Compares every answer of a service, whoever asks for it and however, with the contract. Answers to bytes that are no HTTP request
 * are left out, since Node has no request and no response for them.
 */
export function watchAnswers(app: INestApplication): FoundMistakes {
  const found: FoundMistakes = [];
  /** Hits share one body, in each coding; it is looked at once. */
  const seen = new WeakSet<Buffer>();
  const { timestamps, numbers } = app.get<Settings>(Settings);
  const formats = { timestamps, numbers };
  const server = app.getHttpServer() as Server;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', method = '' } = request;
    const before = servedNow(app, url);
    onceSent(response, (answer) => {
      const isSeen = answer.chunk !== undefined && seen.has(answer.chunk);
      if (answer.chunk) seen.add(answer.chunk);
      // An answer may be of either file where the endpoint's file has changed meanwhile.
      const now = servedNow(app, url);
      try {
        const contract = now && now === before ? contractOf(now, { bind: new Map() }, formats) : undefined;
        const mistakes = mistakesOf(answer, { url, method, contract, isSeen });
        if (mistakes.length > 0)
          found.push(`${method} ${url}: the answer is not what the contract says: ${mistakes.join('; ')}`);
      } catch (error) {
        found.push(`${method} ${url}: the answer cannot be read: ${String(error)}`);
      }
    });
  });
  return found;
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly contract: EndpointContract | undefined;
  /** The body has been looked at before. */
  readonly isSeen: boolean;
}

function mistakesOf(answer: SentAnswer, { url, method, contract, isSeen }: Sent): readonly string[] {
  const { status } = answer;
  const [isListing, isQuery] = [LISTING.test(url), QUERY.test(url)];
  const [, detail] = DETAILS.exec(url) ?? [];
  if (
    status >= 400 &&
    (isListing || detail !== undefined || isQuery || answer.fields['content-type']?.startsWith('application/problem'))
  ) {
    return mistakesOfProblem(answer, method === 'HEAD');
  }
  if (isListing) return status === 200 && method === 'GET' && !isSeen ? mistakesOfListing(answer) : [];
  if (detail !== undefined) {
    return status === 200 && method === 'GET' ? mistakesOfDetails(answer, detail.toLowerCase() as Detail) : [];
  }
  // The protocol's package says what these are, and its client checks it.
  if (TOOLS.test(url)) return [];
  if (status === 202 || (status === 200 && RUN.test(url))) return mistakesOfRun(answer);
  if (FILE.test(url)) return [200, 304].includes(status) ? mistakesOfFile(answer) : [];
  if (!contract || ![200, 304].includes(status)) return [];
  const [, , query = ''] = QUERY.exec(url) ?? [];
  // The body of a request is not known here, and may have SQL.
  const isSql = new URLSearchParams(query).has('sql') || !['GET', 'HEAD'].includes(method);
  return mistakesOfRows(decoded(answer), contract, {
    hasBody: status === 200 && method !== 'HEAD' && !isSeen && isJson(answer),
    isOwn: contract.sandboxing === undefined || !isSql,
  });
}

/** Other forms are read back by tests of their own. */
function isJson({ fields }: SentAnswer): boolean {
  return fields['content-type']?.startsWith('application/json') ?? true;
}

function servedNow(app: INestApplication, url: string): LoadedEndpoint | undefined {
  const [, reference] = QUERY.exec(url) ?? [];
  return reference !== undefined && /^[\w.-]+$/.test(reference) ? app.get(Registry).findIfServed(reference) : undefined;
}

type Method = (...args: unknown[]) => unknown;

/** Looks at the answer of a response, once it has ended. */
function onceSent(response: ServerResponse, look: (answer: SentAnswer & { chunk: Buffer | undefined }) => void): void {
  const chunks: Buffer[] = [];
  let written: readonly unknown[] = [];
  const tap = (
    name: 'writeHead' | 'write' | 'end',
    before: (args: readonly unknown[]) => void,
    after = () => undefined,
  ) => {
    const method = Reflect.get(response, name) as Method;
    Reflect.set(response, name, (...args: unknown[]) => {
      before(args);
      const returned = Reflect.apply(method, response, args);
      after();
      return returned;
    });
  };
  const take = ([chunk]: readonly unknown[]) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  };
  tap('writeHead', (args) => {
    const [fields] = args.slice(-1);
    // Node writes a list as it is, and what was set before with it.
    written = Array.isArray(fields)
      ? (fields as unknown[])
      : Object.entries(typeof fields === 'object' ? { ...fields } : {}).flat();
  });
  tap('write', take);
  tap('end', take, () => {
    const set = Object.entries(response.getHeaders()).flat();
    const [chunk] = chunks;
    look({
      status: response.statusCode,
      fields: fieldsOf([...set, ...written]),
      body: Buffer.concat(chunks),
      chunk: chunks.length === 1 ? chunk : undefined,
    });
  });
}

/** Header fields by their names in lower case, from a flat list of names and values. */
function fieldsOf(flat: readonly unknown[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[String(name).toLowerCase(), String(flat[index + 1])]] : [])),
  );
}

function decoded(answer: SentAnswer): SentAnswer {
  const { body, fields } = answer;
  if (body.length === 0) return answer;
  if (fields['content-encoding'] === 'br') return { ...answer, body: brotliDecompressSync(body) };
  return fields['content-encoding'] === 'gzip' ? { ...answer, body: gunzipSync(body) } : answer;
}
