import { Module } from '@nestjs/common';
import { RegistryModule } from './registry.module.js';
import { Reload } from './reload.service.js';

/** For the service; a command reads the files once. */
@Module({
  imports: [RegistryModule],
  providers: [Reload],
})
export class ReloadModule {}
