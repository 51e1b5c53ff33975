import { Module } from '@nestjs/common';
import { RegistryModule } from './registry.module.js';
import { Reload } from './reload.service.js';

/** For what runs long; a command reads the files once. */
@Module({
  imports: [RegistryModule],
  providers: [Reload],
})
export class ReloadModule {}
