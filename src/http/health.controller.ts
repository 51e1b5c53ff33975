import { All, Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import { type Response } from 'express';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { Health, type Readiness } from '../health/health.service.js';

/** Answers whether the service is alive. It listens only when keys, engine and endpoints are in place, so that any answer means yes. */
@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('health')
  @Header('Cache-Control', 'no-store')
  summary(): ReturnType<Health['summary']> {
    return this.health.summary();
  }

  /** Ready as long as any call could be answered: there is no use in taking the service out of rotation for less. */
  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  ready(@Res({ passthrough: true }) response: Response): Readiness {
    const readiness = this.health.readiness();
    if (readiness.status === 'down') response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return readiness;
  }

  @Get('livez')
  @Header('Cache-Control', 'no-store')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @All(['health', 'livez', 'readyz'])
  other(): never {
    throw methodNotAllowed();
  }
}
