import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerParent } from '../../http/parent.js';
import { type Kind, KINDS } from '../kinds.js';

/** The callers, each by its token; there may be several of one. */
export interface Attack {
  readonly base: string;
  readonly kind: string;
  readonly tokens: readonly string[];
}

let end = new AbortController();
let turns = 0;

// Answers at once, and goes on until it is told to stop.
answerParent((question: Attack | 'stop') => {
  if (question === 'stop') {
    end.abort();
    return 'stopped';
  }
  const kind = KINDS.find(({ id }) => id === question.kind);
  if (!kind) throw new Error(`no kind ${question.kind}`);
  end = new AbortController();
  setMaxListeners(0, end.signal);
  for (const token of question.tokens) {
    for (let index = 0; index < kind.atOnce; index += 1) void attack(kind, question.base, token, end.signal);
  }
  return 'begun';
});

async function attack(kind: Kind, base: string, token: string, signal: AbortSignal): Promise<void> {
  if (kind.stops) {
    hold(kind, base, token, signal);
    return;
  }
  while (!signal.aborted) {
    turns += 1;
    const isWelcome = await call(kind, base, token, signal).catch(() => false);
    // One that is refused for its number does not make a flood of that as well.
    if (!isWelcome) await pause(20);
  }
}

async function call({ path, sql, values }: Kind, base: string, token: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(`${base}/api/endpoints/query/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': token, 'content-type': 'application/json' },
    body: JSON.stringify(values ? values(turns) : { sql: sql?.(turns) }),
    signal,
  });
  await answer.arrayBuffer();
  return ![429, 503].includes(answer.status);
}

/** Opens a connection, and another one whenever the service has closed it. */
function hold({ path, stops }: Kind, base: string, token: string, signal: AbortSignal): void {
  const { hostname, port } = new URL(base);
  const open = () => {
    if (signal.aborted) return;
    const socket = connect(Number(port), hostname);
    const head = [`${stops === 'reading' ? 'GET' : 'POST'} /api/endpoints/query/${path} HTTP/1.1`, `Host: ${hostname}`];
    if (stops === 'writing') head.push('Content-Type: application/json', 'Content-Length: 60000');
    socket.write([...head, `X-API-KEY: ${token}`, '', stops === 'writing' ? '{' : ''].join('\r\n'));
    if (stops === 'reading') socket.pause();
    else socket.resume();
    const leave = () => socket.destroy();
    signal.addEventListener('abort', leave, { once: true });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      signal.removeEventListener('abort', leave);
      setTimeout(open, 20);
    });
  };
  open();
}
