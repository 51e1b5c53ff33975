import { Module } from '@nestjs/common';
import { ConcurrentCalls } from './concurrent-calls.service.js';
import { RateLimits } from './rate-limits.service.js';

@Module({ providers: [ConcurrentCalls, RateLimits], exports: [ConcurrentCalls, RateLimits] })
export class LimitsModule {}
