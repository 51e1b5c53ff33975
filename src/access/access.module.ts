import { Module } from '@nestjs/common';
import { AccessService } from './access.service.js';

/** Whoever starts the server calls `AccessService.open()` before it listens. */
@Module({ providers: [AccessService], exports: [AccessService] })
export class AccessModule {}
