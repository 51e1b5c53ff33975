import { Module } from '@nestjs/common';
import { AccessService } from './access.service.js';
import { SignedUrls } from './signed-urls/signed-urls.service.js';

/** Provides access to a server that calls `AccessService.open()` before it listens. */
@Module({ providers: [AccessService, SignedUrls], exports: [AccessService, SignedUrls] })
export class AccessModule {}
