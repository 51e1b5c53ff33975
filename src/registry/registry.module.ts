import { Logger, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Engine } from '../engines/engine.js';
import { EngineModule } from '../engines/engine.module.js';
import { KeptFiles } from './kept/kept-files.js';
import { Registry } from './registry.service.js';
import { VisibleEndpoints } from './visible-endpoints.service.js';

@Module({
  imports: [EngineModule],
  providers: [{ provide: Registry, inject: [Settings, Engine], useFactory: createRegistry }, VisibleEndpoints],
  exports: [EngineModule, Registry, VisibleEndpoints],
})
export class RegistryModule {}

/** Registry itself knows nothing of Nest, which the command line does without. */
function createRegistry(settings: Settings, engine: Engine): Registry {
  return new Registry(settings, engine, new Logger('Endpoints'), KeptFiles.for(settings, engine));
}
