import { Module } from '@nestjs/common';
import { AccessService } from './access.service.js';
import { KeysWatch } from './keys-watch.service.js';

/** Whoever starts the server calls `AccessService.open()` before it listens. */
@Module({ providers: [AccessService, KeysWatch], exports: [AccessService] })
export class AccessModule {}
