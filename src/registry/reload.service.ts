import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { FolderFollower } from '../files/folder-follower.js';
import { isUnasked } from './endpoint-folder.js';
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
    registry.events.on('change', ({ retired, added }) => {
      const ids = new Set(added.map(({ id }) => id));
      const changed = retired.filter(({ id }) => ids.has(id)).length;
      const counts = [`${added.length - changed} added`, `${changed} changed`, `${retired.length - changed} removed`];
      this.logger.log(`endpoints: ${counts.join(', ')}; ${registry.list().length} are served`);
      const unasked = registry.list().filter(isUnasked);
      const [first] = unasked;
      if (first)
        this.logger.warn(
          `endpoints: ${unasked.length} could not be checked, such as ${first.endpoint.name}: ${first.unchecked ?? ''}`,
        );
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
