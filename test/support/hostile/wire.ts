import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { ERROR_CODES } from '../../../src/errors/error-codes.js';
import { PAGE_HEADERS } from '../../../src/http/console/console.controller.js';
import { fieldOf, readAnswers, type WireAnswer } from '../http/wire.js';

export interface Delivery {
  /** Bytes of each write; undefined: all in one. */
  readonly step?: number | undefined;
  /** Sends the end of its side at once, as `nc -N` does. */
  readonly isHalfClosed?: boolean | undefined;
  /** Number of answers to wait for; undefined: until the server closes, or nothing has come for a while. */
  readonly answers?: number | undefined;
}

/** Silence after which a client gives up waiting for more, in milliseconds; far longer where it knows how many answers come. */
const PATIENCE_MS = 300;
const LONG_PATIENCE_MS = 10_000;

/** Sends bytes as they are over a connection of their own, and returns all that came back until its end. */
export async function deliver(base: string, bytes: Buffer, delivery: Delivery = {}): Promise<Buffer> {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    if (countAnswers(parts) === delivery.answers) socket.end();
  });
  // A server that refuses the rest of a request may close before it has read it, which is a reset to the one who sends.
  socket.on('error', () => socket.destroy());
  const closed = once(socket, 'close');
  socket.once('end', () => socket.destroy());
  // The end of the bytes finishes what they leave unfinished: a server then has to answer, or to close.
  socket.setTimeout(delivery.answers === undefined ? PATIENCE_MS : LONG_PATIENCE_MS, () => socket.end());
  await write(socket, bytes, delivery.step ?? bytes.length);
  if (delivery.isHalfClosed) socket.end();
  await closed;
  return Buffer.concat(parts);
}

/** No body of ours has a status line in it. */
function countAnswers(parts: readonly Buffer[]): number {
  return Buffer.concat(parts).toString('latin1').split('HTTP/1.1 ').length - 1;
}

async function write(socket: Socket, bytes: Buffer, step: number): Promise<void> {
  for (let start = 0; start < bytes.length && !socket.destroyed; start += Math.max(1, step)) {
    await new Promise<void>((resolve) => {
      socket.write(bytes.subarray(start, start + Math.max(1, step)), () => {
        resolve();
      });
    });
  }
}

/** Every field that Quern or Node writes; another one would be the client's. */
const FIELDS = new Set(
  [
    'accept-query age allow cache-control cache-status connection content-encoding content-length content-type date etag keep-alive last-modified',
    'preference-applied',
    'quern-cost quern-ignored-parameters quern-truncated ratelimit ratelimit-policy retry-after server-timing transfer-encoding vary',
    'www-authenticate x-content-type-options x-request-id',
    // Fields of the console, which is where `/` leads.
    'location content-security-policy cross-origin-opener-policy cross-origin-resource-policy referrer-policy',
  ].flatMap((names) => names.split(' ')),
);

const STATUSES = new Set<number>([200, 302, 304, 417, ...Object.values(ERROR_CODES).map(({ status }) => status)]);
const LOCATIONS = ['console', '../console'];
/** Statuses that are nobody's failure but the engine's, or say that it is busy. */
const DOCUMENTED = new Set<number>([503, 504]);

/** Faults of the answers to hostile bytes, whatever these were. */
export function faultsOf(received: Buffer): string[] {
  try {
    return readAnswers(received).flatMap(faultsOfOne);
  } catch (error) {
    return [`this is no answer: ${String(error)}`];
  }
}

function faultsOfOne(answer: WireAnswer): string[] {
  const { statusLine, fields, body } = answer;
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\w ]+$/.exec(statusLine)?.[1]);
  const faults: string[] = [];
  if (!STATUSES.has(status) || (status >= 500 && !DOCUMENTED.has(status))) faults.push(`the status is ${statusLine}`);
  for (const [name, value] of fields) {
    if (!FIELDS.has(name.toLowerCase())) faults.push(`there is a field ${name}`);
    if (!/^[ -~]*$/.test(value)) faults.push(`the field ${name} is ${JSON.stringify(value)}`);
  }
  const names = fields.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length) faults.push('a field is there twice');
  const type = fieldOf(answer, 'content-type');
  const isPage = type === 'text/html; charset=utf-8';
  const isJson = type !== undefined && /^application\/(problem\+)?json; charset=utf-8$/.test(type);
  if (type !== undefined && !isJson && !isPage) faults.push(`it is ${type}`);
  const location = fieldOf(answer, 'location');
  if (location !== undefined && !LOCATIONS.includes(location)) faults.push(`it leads to ${location}`);
  if (type !== undefined && fieldOf(answer, 'x-content-type-options') !== 'nosniff') faults.push('it may be sniffed');
  if (body.length > 0 && fieldOf(answer, 'content-encoding') === undefined) {
    faults.push(...(isPage ? faultsOfPage(answer) : faultsOfBody(body)));
  }
  return faults;
}

/** Faults of the only HTML that there is, which is the same for everybody, and held by its policy. */
function faultsOfPage(answer: WireAnswer): string[] {
  const policy = fieldOf(answer, 'content-security-policy');
  return [
    ...(policy === PAGE_HEADERS['Content-Security-Policy'] ? [] : [`the policy of the page is ${policy}`]),
    ...(answer.body.equals(readFileSync('dist/console/index.html')) ? [] : ['it is HTML, and not the console']),
  ];
}

function faultsOfBody(body: Buffer): string[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    JSON.parse(text);
    return [];
  } catch {
    return [`the body is no JSON: ${body.toString('latin1').slice(0, 200)}`];
  }
}
