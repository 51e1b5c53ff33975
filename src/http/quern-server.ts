import { IncomingMessage, Server, type ServerOptions, ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** Key of the response that a connection is busy with; the last one of a pipeline. */
const BUSY = Symbol('busy');

/** Key of the number of bytes that the client of a connection had taken when the timer last looked. */
const TAKEN = Symbol('taken');

/** Key of the number of requests of a connection's pipeline that wait behind another one, and the bytes of their headers. */
const WAITING = Symbol('waiting');

interface Waiting {
  requests: number;
  bytes: number;
}

interface Pipeline extends Waiting {
  /** The response that all others have been waiting for. */
  first?: ServerResponse | undefined;
}

interface Connection extends Socket {
  [WAITING]?: Pipeline | undefined;
  [BUSY]?: ServerResponse | undefined;
  [TAKEN]?: number;
}

/**
 * Limits of a connection, in bytes and milliseconds. The header may be larger than with Node's default, which answers a long URL with
 * 431 instead of 414. There is no limit to the wait for an answer: queries have deadlines of their own.
 */
const LIMITS = {
  maxHeaderSize: 48 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the minute for which load balancers commonly keep a connection: they would send requests into closed ones.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};

/** Milliseconds without taking a byte of its answer after which a client's connection is closed, after twice as many at the latest. */
const UNREAD_MS = 30_000;

/** Milliseconds between two looks for connections that have become idle, while the server closes. */
const SWEEP_MS = 50;

/**
 * Most requests that may wait in pipelines, behind others of their connection. Node parses all that have come, a thousand requests of one
 * connection, before the first is answered. Each takes some 10 KB and its header, which may have 48 KiB, and needs no key.
 */
const MAX_WAITING = { ofConnection: 100, ofAll: 10_000, bytesOfAll: 32 * 1024 * 1024 };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Node's server, with its own record of which connections are busy, so that it can close the others at a shutdown. Node itself counts a
 * connection as busy that has not sent a request yet: a client that connects and sends nothing could delay a shutdown.
 */
export class QuernServer extends Server {
  private readonly sockets = new Set<Connection>();
  private readonly waiting: Waiting = { requests: 0, bytes: 0 };

  constructor(options: ServerOptions, listener: Listener, unreadMs = UNREAD_MS) {
    super({ ...LIMITS, ...options });
    const listen = (request: IncomingMessage & { socket: Connection }, response: ServerResponse) => {
      const { socket } = request;
      if (isBusy(socket) && !this.admitToPipeline(request, response)) {
        socket.destroy();
        return;
      }
      socket[BUSY] = response;
      listener(request, response);
      // Left here until the next request, an answer would stay in memory with its request. Those from memory have been taken by now.
      const leave = () => {
        if (socket[BUSY] === response) socket[BUSY] = undefined;
      };
      if (response.writableFinished) leave();
      else response.once('close', leave);
    };
    this.on('request', listen);
    // `100 Continue` is never sent: in a pipeline Node would write it between the head and the body of another answer, which
    // the client would then read as that body. The request is answered as it is, and the connection closed.
    this.on('checkContinue', listen);
    this.on('connection', (socket: Connection) => {
      // A pipeline adds a listener to its socket for each request, which is no leak.
      socket.setMaxListeners(0);
      this.sockets.add(socket);
      socket.once('close', () => {
        this.sockets.delete(socket);
        if (socket[WAITING]) add(this.waiting, socket[WAITING], -1);
        socket[WAITING] = undefined;
      });
    });
    // One timer for all connections: a timeout of each would have to be set with every request.
    const watch = setInterval(() => {
      this.closeUnreadConnections();
    }, unreadMs).unref();
    this.once('close', () => {
      clearInterval(watch);
    });
  }

  get connectionCount(): number {
    return this.sockets.size;
  }

  /** Number of requests that have come and have not been answered to their last byte. */
  get unanswered(): number {
    let count = 0;
    for (const socket of this.sockets) {
      const { requests = 0, first } = socket[WAITING] ?? {};
      if (requests > 0) count += requests + Number(isUnfinished(first));
      else count += Number(isBusy(socket));
    }
    return count;
  }

  /** Takes no more connections, and closes the open ones as soon as no client waits for an answer on them. */
  override close(closed?: (error?: Error) => void): this {
    const sweep = setInterval(() => {
      this.closeIdleConnections();
    }, SWEEP_MS);
    return super.close((error) => {
      clearInterval(sweep);
      closed?.(error);
    });
  }

  /** Counts a request of a pipeline until it has been answered, or the connection is gone. */
  private admitToPipeline(request: IncomingMessage & { socket: Connection }, response: ServerResponse): boolean {
    const { socket } = request;
    const waiting: Pipeline = socket[WAITING] ?? { requests: 0, bytes: 0 };
    const own = { requests: 1, bytes: headerBytesOf(request) };
    const isFull =
      waiting.requests >= MAX_WAITING.ofConnection ||
      this.waiting.requests >= MAX_WAITING.ofAll ||
      this.waiting.bytes + own.bytes > MAX_WAITING.bytesOfAll;
    if (socket.destroyed || isFull) return false;
    if (waiting.requests === 0) waiting.first = socket[BUSY];
    socket[WAITING] = waiting;
    for (const each of [waiting, this.waiting]) add(each, own, 1);
    response.once('close', () => {
      // If the connection has been closed before, all its requests were taken off the count then.
      if (socket[WAITING] === waiting) for (const each of [waiting, this.waiting]) add(each, own, -1);
      // The connection may stay open for long, and would keep an answer with its request in memory.
      if (waiting.requests === 0) socket[WAITING] = undefined;
    });
    return true;
  }

  private closeUnreadConnections(): void {
    for (const socket of this.sockets) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength > 0 && taken === socket[TAKEN]) socket.destroy();
      socket[TAKEN] = taken;
    }
  }

  override closeIdleConnections(): void {
    for (const socket of this.sockets) if (!isBusy(socket)) socket.destroy();
  }
}

function add(sum: Waiting, { requests, bytes }: Waiting, sign: 1 | -1): void {
  sum.requests += sign * requests;
  sum.bytes += sign * bytes;
}

function headerBytesOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}

/** Whether a client waits for an answer on this connection, or for the rest of one. */
function isBusy(socket: Connection): boolean {
  return isUnfinished(socket[BUSY]);
}

function isUnfinished(answer: ServerResponse | undefined): boolean {
  return answer !== undefined && !answer.writableFinished && !answer.destroyed;
}

/** Whether an answer is being sent, so that anything written now would be read as a part of it. */
export function isSendingAnswer(socket: Connection): boolean {
  return isBusy(socket) && socket[BUSY]?.headersSent === true;
}

/** The last request of a connection, while nothing of its answer has been sent. */
export function requestUnderWay(socket: Connection): IncomingMessage | undefined {
  return isBusy(socket) && socket[BUSY]?.headersSent === false ? socket[BUSY].req : undefined;
}
