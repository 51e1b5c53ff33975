import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An answer as it came over the wire. */
export interface WireAnswer {
  /** `HTTP/1.1 200 OK` */
  readonly statusLine: string;
  /** Names and values as they were written, in their order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The last request of every exchange: its answer ends the connection, so that all before it has come. */
const LAST = 'the-last-one';
const LAST_REQUEST = `GET /livez HTTP/1.1\r\nHost: quern\r\nX-Request-Id: ${LAST}\r\nConnection: close\r\n\r\n`;

/**
 * Sends requests exactly as they stand here, all at once over one connection, and gives back their answers. Where the
 * server ends the connection by itself nothing may follow them.
 */
export async function exchange(base: string, requests: string, isClosing = false): Promise<WireAnswer[]> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.write(Buffer.from(requests + (isClosing ? '' : LAST_REQUEST), 'latin1'));
  const answers = readAnswers(await buffer(socket));
  return answers.filter((answer) => fieldOf(answer, 'x-request-id') !== LAST);
}

/** The value of a header field; undefined where the answer has none. */
export function fieldOf({ fields }: WireAnswer, name: string): string | undefined {
  return fields.find(([each]) => each.toLowerCase() === name)?.[1];
}

const LAST_CHUNK = '0\r\n\r\n';

/** The answers that a connection has brought, one after another. */
export function readAnswers(bytes: Buffer): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`this is no answer: ${rest.toString('latin1')}`);
    const [statusLine = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const fields = lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
    });
    rest = rest.subarray(end + 4);
    const head = { statusLine, fields, body: Buffer.alloc(0) };
    // After HEAD and in a 304 the length is that of a body which is not there: then the next answer begins at once.
    const hasBody = rest.length > 0 && !rest.subarray(0, 7).equals(Buffer.from('HTTP/1.'));
    // Node's own answers, which have no body, are written in chunks: the last one alone.
    const isEmpty = fieldOf(head, 'transfer-encoding') === 'chunked' && rest.indexOf(LAST_CHUNK) === 0;
    if (isEmpty) rest = rest.subarray(LAST_CHUNK.length);
    const length = hasBody && !isEmpty ? Number(fieldOf(head, 'content-length') ?? rest.length) : 0;
    answers.push({ ...head, body: rest.subarray(0, length) });
    rest = rest.subarray(length);
  }
  return answers;
}
