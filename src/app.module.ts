import { type DynamicModule, Module } from '@nestjs/common';
import { KeysWatchModule } from './access/keys-watch.module.js';
import { type Clock } from './config/clock.js';
import { ConfigModule } from './config/config.module.js';
import { type Settings } from './config/settings.js';
import { ExecutionModule } from './execution/execution.module.js';
import { HttpModule } from './http/http.module.js';
import { LogsModule } from './logs/logs.module.js';
import { ReloadModule } from './registry/reload.module.js';
import { WarmingModule } from './warming/warming.module.js';

@Module({})
export class AppModule {
  static forRoot(settings: Settings, clock?: Clock): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(settings, clock),
        ExecutionModule,
        KeysWatchModule,
        WarmingModule,
        ReloadModule,
        HttpModule,
        LogsModule,
      ],
    };
  }
}
