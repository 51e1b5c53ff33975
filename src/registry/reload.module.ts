import { Module } from '@nestjs/common';
import { RegistryModule } from './registry.module.js';
import { Reload } from './reload.service.js';
import { DataReload } from './data-reload.service.js';

/** Follows files for the service; a command reads them once. */
@Module({
  imports: [RegistryModule],
  providers: [DataReload, Reload],
})
export class ReloadModule {}
