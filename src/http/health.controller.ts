import { All, Controller, Get, Header } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { Registry } from '../registry/registry.service.js';

interface Health {
  /** `degraded`: calls are answered, but something that is set up does not work. */
  readonly status: 'ok' | 'degraded';
  /** Whether results are shared with other replicas; absent where that is not set up. */
  readonly shared_cache?: 'ok' | 'unavailable';
  /** The keys file cannot be used as it is now, and the keys are those that were read before; absent where all is well. */
  readonly keys?: 'outdated';
  /** There are errors in endpoint files, whose endpoints are served as they were before; absent where there is none. */
  readonly endpoints?: 'outdated';
}

/**
 * Tells whether the service is there. It listens only when keys, engine and endpoints are in place, so that any answer means that it
 * is alive and ready, whatever optional part is missing.
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
    // This is told without a key; the errors themselves are in the listing for admins.
    const endpoints = this.registry.hasError ? 'outdated' : undefined;
    return {
      status: sharing === 'unavailable' || keys || endpoints ? 'degraded' : 'ok',
      ...(sharing && { shared_cache: sharing }),
      ...(keys && { keys }),
      ...(endpoints && { endpoints }),
    };
  }

  /** Ready as long as it answers: to be taken out of service for a missing optional part would help nobody. */
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
