import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Settings } from '../../config/settings.js';
import { internalError, QuernError } from '../../errors/quern-error.js';
import { errorStack } from '../../errors/error-text.js';
import { Health } from '../../health/health.service.js';
import { methodNotAllowed } from '../../errors/method-not-allowed.js';
import { MetricsText } from '../../metrics/metrics-text.service.js';
import { sendProblem } from '../problem.js';
import { QuernServer } from '../quern-server.js';
import { Replies, sendText } from '../replies.service.js';
import { contextOf } from '../request/request-context.js';
import { answerWithMetrics } from './metrics.controller.js';

const MAX_CONNECTIONS = 100;

/** Stands for all readers of this port together: no key has an empty id. */
const ANYBODY = '';

/** `/metrics`, `/livez` and `/readyz` on a port of their own, without a key: anybody who reaches it may read them. */
@Injectable()
export class OperatorServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Operator');
  private server: QuernServer | undefined;

  constructor(
    private readonly metrics: MetricsText,
    private readonly health: Health,
    private readonly replies: Replies,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Undefined where no operator's port has been set up. */
  get address(): AddressInfo | undefined {
    return this.server?.address() as AddressInfo | undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, metricsHost } = this.settings;
    if (metricsPort === undefined) return;
    const server = new QuernServer({}, (request, response) => {
      void this.answer(request, response);
    });
    server.maxConnections = MAX_CONNECTIONS;
    this.server = server;
    try {
      server.listen(metricsPort, metricsHost);
      await once(server, 'listening');
    } catch (cause) {
      this.server = undefined;
      throw new Error(
        `port ${metricsPort} of ${metricsHost} cannot be listened on; set QUERN_METRICS_PORT to another`,
        {
          cause,
        },
      );
    }
    const { address, family, port } = server.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    this.logger.log(`metrics are on http://${host}:${port}/metrics`);
  }

  /** Closes last, so that health can be asked for while the service finishes its requests. */
  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Request-Id', contextOf(request).requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    try {
      await this.respond(request, response);
    } catch (error) {
      if (!(error instanceof QuernError)) this.logger.error(errorStack(error));
      if (response.headersSent) response.destroy();
      else sendProblem(request, response, error instanceof QuernError ? error : internalError(error));
    }
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    if (!this.isOwnHost(request))
      throw new QuernError('malformed_request', 'Call this port by an address or as `localhost`.');
    const [path] = url.split('?', 1);
    const answer = path === '/metrics' ? undefined : this.healthAt(path);
    if (path !== '/metrics' && !answer) throw new QuernError('route_not_found', 'There is nothing at this path.');
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
    if (answer) sendText(request, response, answer.status === 'down' ? 503 : 200, JSON.stringify(answer));
    else await answerWithMetrics(this.metrics, this.replies, ANYBODY, request, response);
  }

  private healthAt(path: string | undefined): { readonly status: 'ok' | 'degraded' | 'down' } | undefined {
    if (path === '/livez') return { status: 'ok' };
    return path === '/readyz' ? this.health.readiness() : undefined;
  }

  /**
   * Whether `Host` is an address or `localhost`, on a port that only this machine reaches; true on any other port. A web page could
   * otherwise resolve the name of its own server to this machine and read the answers (DNS rebinding).
   */
  private isOwnHost({ headers: { host = '' } }: IncomingMessage): boolean {
    const { address = '' } = this.address ?? {};
    if (isIP(address) !== 0 && ipaddr.process(address).range() !== 'loopback') return true;
    const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
    return name === 'localhost' || isIP(name) !== 0;
  }
}
