import { Module } from '@nestjs/common';
import { AccessModule } from './access.module.js';
import { KeysWatch } from './keys-watch.service.js';

/** Follows the keys file for the service alone: commands need no key. */
@Module({ imports: [AccessModule], providers: [KeysWatch] })
export class KeysWatchModule {}
