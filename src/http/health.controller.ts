import { All, Controller, Get, Header } from '@nestjs/common';
import { methodNotAllowed } from '../errors/method-not-allowed.js';

const PATHS = ['health', 'livez', 'readyz'];

/**
 * Whether the service is there. It listens only after keys, engine and endpoints are all in place, so that whoever gets
 * an answer at all gets a good one.
 */
@Controller(PATHS)
export class HealthController {
  @Get()
  @Header('Cache-Control', 'no-store')
  health(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @All()
  other(): never {
    throw methodNotAllowed();
  }
}
