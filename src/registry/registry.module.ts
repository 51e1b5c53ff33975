import { Module } from '@nestjs/common';
import { EngineModule } from '../engines/engine.module.js';
import { Registry } from './registry.service.js';

@Module({
  imports: [EngineModule],
  providers: [Registry],
  exports: [EngineModule, Registry],
})
export class RegistryModule {}
