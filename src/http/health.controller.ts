import { All, Controller, Get, Header } from '@nestjs/common';
import { ResultCache } from '../cache/result-cache.service.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';

interface Health {
  /** `degraded`: everything is answered, but not as well as it is set up to be. */
  readonly status: 'ok' | 'degraded';
  /** Whether results are shared with other replicas; absent where that is not set up. */
  readonly shared_cache?: 'ok' | 'unavailable';
}

/**
 * Whether the service is there. It listens only after keys, engine and endpoints are all in place, so that whoever gets
 * an answer at all gets a good one; nothing that it can do without makes it less alive or ready.
 */
@Controller()
export class HealthController {
  constructor(private readonly cache: ResultCache) {}

  @Get('health')
  @Header('Cache-Control', 'no-store')
  health(): Health {
    const { sharing } = this.cache;
    return { status: sharing === 'unavailable' ? 'degraded' : 'ok', ...(sharing && { shared_cache: sharing }) };
  }

  @Get(['livez', 'readyz'])
  @Header('Cache-Control', 'no-store')
  alive(): Health {
    return { status: 'ok' };
  }

  @All(['health', 'livez', 'readyz'])
  other(): never {
    throw methodNotAllowed();
  }
}
