import { once } from 'node:events';
import { type Readable, type Writable } from 'node:stream';
import { AgentTools } from '../../agents/agent-tools.service.js';
import { protocolServer } from '../../agents/protocol.js';
import { withCommandApp } from '../command-app.js';
import { type CommandContext, UsageError } from '../command-context.js';
import { namedKey } from '../named-key.js';
import { handOn } from './hand-on.js';

export async function mcp(context: CommandContext, { key: keyId, url }: McpOptions): Promise<void> {
  const [input, output] = [context.input as Readable, context.out as Writable];
  if (url !== undefined) {
    if (keyId !== undefined)
      throw new UsageError('--key is for queries that run here; with --url, QUERN_KEY has the key.');
    await handOn(new URL('mcp', url.endsWith('/') ? url : `${url}/`), context.callersKey?.(), input, output);
    return;
  }
  const settings = context.settings();
  const key = await namedKey(settings, keyId);
  await withCommandApp(settings, { err: context.err }, async (app) => {
    const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
    const ended = once(input, 'end');
    const handle = serveStdio(await protocolServer(app.get(AgentTools), () => ({ key })), {
      transport: new StdioServerTransport(input, output),
    });
    await ended;
    await handle.close();
  });
}

interface McpOptions {
  readonly key?: string;
  readonly url?: string;
}
