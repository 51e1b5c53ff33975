import { All, Controller, Get, Header } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { Registry } from '../registry/registry.service.js';

interface Health {
  /** `degraded`: everything is answered, but not as well as it is set up to be. */
  readonly status: 'ok' | 'degraded';
  /** Whether results are shared with other replicas; absent where that is not set up. */
  readonly shared_cache?: 'ok' | 'unavailable';
  /** The keys file cannot be used as it is now, and the keys are those that were read before; absent where all is well. */
  readonly keys?: 'outdated';
  /** There are errors in endpoint files, whose endpoints are served as they were before; absent where there is none. */
  readonly endpoints?: 'outdated';
}

/**
 * Whether the service is there. It listens only after keys, engine and endpoints are all in place, so that whoever gets
 * an answer at all gets a good one; nothing that it can do without makes it less alive or ready.
 */
@Controller()
export class HealthController {
  constructor(
    private readonly access: AccessService,
    private readonly cache: ResultCache,
    private readonly registry: Registry,
  ) {}

  @Get('health')
  @Header('Cache-Control', 'no-store')
  health(): Health {
    const { sharing } = this.cache;
    const keys = this.access.problem === undefined ? undefined : 'outdated';
    // What the errors are is for the admin listing: this one is told without a key.
    const endpoints = this.registry.hasError ? 'outdated' : undefined;
    return {
      status: sharing === 'unavailable' || keys || endpoints ? 'degraded' : 'ok',
      ...(sharing && { shared_cache: sharing }),
      ...(keys && { keys }),
      ...(endpoints && { endpoints }),
    };
  }

  /** Ready as long as it answers at all: to take it out of service for what it can do without would help nobody. */
  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  ready(): Health {
    return this.health();
  }

  @Get('livez')
  @Header('Cache-Control', 'no-store')
  alive(): Health {
    return { status: 'ok' };
  }

  @All(['health', 'livez', 'readyz'])
  other(): never {
    throw methodNotAllowed();
  }
}
