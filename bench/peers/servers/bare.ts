import { once } from 'node:events';
import { createServer } from 'node:http';
import { answerParent } from '../../http/parent.js';
import { type Script } from '../../http/servers/bare.js';
import { portOf } from '../../http/servers/port-of.js';

// The least that node:http can do for two answers: `/small`, and all else is large.
answerParent(async ({ small, large }: { readonly small: Script; readonly large: Script }) => {
  const server = createServer((request, response) => {
    const { status, headers, body } = request.url === '/small' ? small : large;
    response.writeHead(status, headers as string[]).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
});
