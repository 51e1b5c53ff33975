import { Module } from '@nestjs/common';
import { ConcurrentCalls } from './concurrent-calls.service.js';
import { RateLimits } from './rate-limits.service.js';
import { UnsentBytes } from './unsent-bytes.service.js';

@Module({
  providers: [ConcurrentCalls, RateLimits, UnsentBytes],
  exports: [ConcurrentCalls, RateLimits, UnsentBytes],
})
export class LimitsModule {}
