import { Module } from '@nestjs/common';
import { AnswerObservers } from './answer-observers.service.js';

@Module({ providers: [AnswerObservers], exports: [AnswerObservers] })
export class AnswersModule {}
