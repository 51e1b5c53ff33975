import { Module } from '@nestjs/common';
import { RegistryModule } from './registry.module.js';
import { DataReload } from './data-reload.service.js';
import { Reload } from './reload.service.js';

/** For the service; a command reads the files once. */
@Module({
  imports: [RegistryModule],
  providers: [DataReload, Reload],
})
export class ReloadModule {}
