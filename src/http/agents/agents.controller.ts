import { All, Controller, Inject, NotFoundException, Post, Req, Res } from '@nestjs/common';
import { type AuthInfo, type McpHttpHandler } from '@modelcontextprotocol/server';
import { type Request as HttpRequest, type Response as HttpResponse } from 'express';
import { type Key } from '../../access/key.js';
import { type AgentSession, AgentTools } from '../../agents/agent-tools.service.js';
import { protocolServer } from '../../agents/protocol.js';
import { Settings } from '../../config/settings.js';
import { QuernError } from '../../errors/quern-error.js';
import { contextOf, noteAnswer } from '../request/request-context.js';
import { isCoded, readText } from '../request/body.js';
import { disconnectSignal } from '../../limits/once-gone.js';
import { RequestCaller } from '../request-caller.js';
import { type IncomingMessage } from 'node:http';
import { isLoopback } from '../../config/loopback.js';

/** `POST /mcp`: the Model Context Protocol, by which agents list and call the endpoints whose files have `agents`. */
@Controller('mcp')
export class AgentsController {
  private handler: Promise<McpHttpHandler> | undefined;

  constructor(
    private readonly tools: AgentTools,
    private readonly caller: RequestCaller,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  @Post()
  async message(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    this.refuseUnlessMcpIsOn();
    const key = this.caller.keyOf(request);
    refuseForeignPage(request, this.settings);
    if (isCoded(request)) {
      throw new QuernError('unsupported_media_type', 'The body must be JSON as it is, without a coding.');
    }
    const body = await readText(request);
    refuseBatch(body);
    const handler = await (this.handler ??= this.load().catch((error: unknown) => {
      this.handler = undefined;
      throw error;
    }));
    const web = webRequest(request, body, disconnectSignal(request, response));
    const authInfo = { token: '', clientId: key.id, scopes: [], extra: { session: this.sessionOf(key, request) } };
    await send(await handler.fetch(web, { authInfo }), response);
  }

  /** There is no stream to GET and no session to DELETE. */
  @All()
  other(): never {
    this.refuseUnlessMcpIsOn();
    throw new QuernError('method_not_allowed', 'Messages come by POST.', { headers: { Allow: 'POST' } });
  }

  private refuseUnlessMcpIsOn(): void {
    if (this.settings.mcp !== 'on') throw new NotFoundException();
  }

  private async load(): Promise<McpHttpHandler> {
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const factory = await protocolServer(
      this.tools,
      (authInfo) => (authInfo as AuthInfo).extra?.session as AgentSession,
    );
    // Changes are not announced: clients list the tools again when the lifetime of their list is over.
    return createMcpHandler(factory, { maxSubscriptions: 0 });
  }

  /** The scheme of the client's own request, as the operator's proxy, if there is one, forwards it. */
  private schemeOf({ headers, protocol }: HttpRequest): string {
    const forwarded = String(headers['x-forwarded-proto'] ?? '');
    return this.settings.trustedProxies > 0 && /(?:^|,)\s*https\s*$/i.test(forwarded) ? 'https' : protocol;
  }

  private sessionOf(key: Key, request: HttpRequest): AgentSession {
    const context = contextOf(request);
    return {
      key,
      request: context,
      baseUrl: `${this.schemeOf(request)}://${request.headers.host ?? ''}`,
      admitSql: () => {
        this.caller.countSandboxSql(request, key);
      },
      called: (endpoint) => {
        context.known.endpoint = endpoint;
      },
      answered: (answer) => {
        noteAnswer(request, answer);
      },
    };
  }
}

/** A list of calls would count against the key as one call. Neither supported revision of the protocol has lists. */
function refuseBatch(body: string): void {
  if (/^\s*\[/.test(body))
    throw new QuernError('malformed_request', 'Send one message at a time, and no list of them.');
}

function webRequest({ headers, originalUrl }: HttpRequest, body: string, signal: AbortSignal): Request {
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  // The host of the URL is a placeholder: keys have been read by now, and the real host is checked.
  const url = new URL(originalUrl, 'http://localhost');
  return new Request(url, { method: 'POST', headers: fields, body, signal });
}

/** Sends an answer as a whole, with its length: no tool says anything before its result. */
async function send(answer: Response, response: HttpResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'Content-Length': body.length });
  response.end(body);
}

/** The origins whose pages may call tools: those of the settings, and this machine's own where the service listens there alone. */
export function toolOrigins(
  { headers: { origin } }: Pick<IncomingMessage, 'headers'>,
  { host, corsOrigins }: Pick<Settings, 'host' | 'corsOrigins'>,
): readonly string[] | undefined {
  const isOwn = origin !== undefined && isLoopback(host) && isLoopbackUrl(origin);
  return isOwn ? [...(corsOrigins ?? []), origin] : corsOrigins;
}

/**
 * Refuses calls that a page of another site has a browser send, also through a name of that site that resolves to this machine (DNS
 * rebinding), as the protocol's transport demands. Programs send no `Origin`.
 *
 * @throws QuernError `forbidden`
 */
function refuseForeignPage(
  request: Pick<IncomingMessage, 'headers'>,
  settings: Pick<Settings, 'host' | 'corsOrigins'>,
): void {
  const { headers } = request;
  if (isLoopback(settings.host) && !isLoopbackUrl(`http://${headers.host ?? ''}`)) {
    throw new QuernError(
      'forbidden',
      'This service listens on its own machine: call it by `localhost` or `127.0.0.1`.',
    );
  }
  const { origin } = headers;
  const allowed = toolOrigins(request, settings) ?? [];
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return;
  throw new QuernError(
    'forbidden',
    'Pages of this origin may not call tools here; `QUERN_CORS_ORIGINS` says which may.',
  );
}

function isLoopbackUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text) && isLoopback(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}
