import { Module } from '@nestjs/common';
import { AnswersModule } from '../answers/answers.module.js';
import { AccessLog } from './access-log.service.js';

@Module({ imports: [AnswersModule], providers: [AccessLog], exports: [AccessLog] })
export class LogsModule {}
