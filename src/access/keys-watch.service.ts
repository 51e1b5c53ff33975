import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { errorText } from '../errors/error-text.js';
import { AccessService } from './access.service.js';

const INTERVAL_MS = 250;

/**
 * Reads the keys anew whenever their file has changed, so that a revoked key stops working within a second. It polls the file instead of
 * watching it: that sees a Kubernetes Secret's links change, and works on network file systems too.
 */
@Injectable()
export class KeysWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Access');
  private readonly look = (now: Stats, before: Stats): void => {
    // Node calls this even if nothing but the time of access has changed.
    if (now.mtimeMs === before.mtimeMs && now.ctimeMs === before.ctimeMs && now.ino === before.ino) return;
    void this.reload();
  };

  constructor(
    @Inject(Settings) private readonly settings: Settings,
    private readonly access: AccessService,
  ) {}

  onApplicationBootstrap(): void {
    watchFile(this.settings.keysFile, { interval: INTERVAL_MS, persistent: false }, this.look);
    // Reads the keys once more: a change between their first reading and now would never be reported.
    void this.reload();
  }

  onApplicationShutdown(): void {
    unwatchFile(this.settings.keysFile, this.look);
  }

  private async reload(): Promise<void> {
    try {
      const { keys: before, problem } = this.access;
      const warnings = await this.access.reload();
      const isSame = isDeepStrictEqual(before, this.access.keys);
      if (isSame && problem === undefined) return;
      const mended = problem === undefined ? '' : ', which can be read again';
      this.logger.log(`The keys have been read anew from ${this.settings.keysFile}${mended}.`);
      for (const warning of warnings) this.logger.warn(warning);
    } catch (error) {
      this.logger.error(`The keys stay what they were: ${errorText(error)}`);
    }
  }
}
