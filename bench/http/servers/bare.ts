import { once } from 'node:events';
import { createServer } from 'node:http';
import { answerParent } from '../parent.js';
import { portOf } from './port-of.js';

/** What every request is answered with from now on. */
export interface Script {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

// The least that node:http can do for an answer.
let script: Script = { status: 503, headers: [], body: undefined };
const server = createServer((_request, response) => {
  response.writeHead(script.status, script.headers as string[]).end(script.body);
});
server.listen(0, '127.0.0.1');
const listening = once(server, 'listening');

answerParent(async (next: Script) => {
  script = next;
  await listening;
  return portOf(server);
});
