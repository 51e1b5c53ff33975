import { Module } from '@nestjs/common';
import { EngineModule } from '../engines/engine.module.js';
import { Registry } from './registry.service.js';
import { VisibleEndpoints } from './visible-endpoints.service.js';

@Module({
  imports: [EngineModule],
  providers: [Registry, VisibleEndpoints],
  exports: [EngineModule, Registry, VisibleEndpoints],
})
export class RegistryModule {}
