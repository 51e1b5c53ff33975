import { Module } from '@nestjs/common';
import { ResultCacheModule } from '../cache/cache.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { Forms } from './forms.service.js';

@Module({ imports: [LimitsModule, ResultCacheModule], providers: [Forms], exports: [Forms] })
export class FormsModule {}
