import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { FolderFollower } from '../files/folder-follower.js';
import { Registry } from './registry.service.js';

/** Serves the endpoint files as they are, from when the service is ready until it stops. */
@Injectable()
export class Reload implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Endpoints');
  private follower: FolderFollower | undefined;

  constructor(
    private readonly registry: Registry,
    @Inject(Settings) private readonly settings: Settings,
  ) {
    registry.onChange(({ retired, added }) => {
      const ids = new Set(added.map(({ id }) => id));
      const changed = retired.filter(({ id }) => ids.has(id)).length;
      const counts = [`${added.length - changed} added`, `${changed} changed`, `${retired.length - changed} removed`];
      this.logger.log(`endpoints: ${counts.join(', ')}; ${registry.list().length} are served`);
      const unchecked = registry
        .list()
        // A table that cannot be read is told as a problem of the data.
        .filter(({ endpoint, unreadable }) => ids.has(endpoint.id) && unreadable === undefined)
        .flatMap(({ unchecked: reason }) => reason ?? []);
      if (unchecked[0] === undefined) return;
      this.logger.warn(`${unchecked.length} of them could not be checked, and are served as they are: ${unchecked[0]}`);
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.reload === 'off') return;
    const { folder } = this.registry;
    this.follower = new FolderFollower({
      root: folder.root,
      rescan: (paths) => this.registry.reload(paths),
      watched: () => folder.watched(),
      warn: (message) => {
        this.logger.warn(message);
      },
    });
  }

  /** Stops before the engine that checks queries is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.follower?.close();
  }
}
