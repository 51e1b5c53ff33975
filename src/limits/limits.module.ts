import { Module } from '@nestjs/common';
import { ConcurrentCalls } from './concurrent-calls.service.js';
import { LongAnswers } from './long-answers.service.js';
import { RateLimits } from './rate-limits.service.js';
import { UnsentBytes } from './unsent-bytes.service.js';

@Module({
  providers: [ConcurrentCalls, LongAnswers, RateLimits, UnsentBytes],
  exports: [ConcurrentCalls, LongAnswers, RateLimits, UnsentBytes],
})
export class LimitsModule {}
