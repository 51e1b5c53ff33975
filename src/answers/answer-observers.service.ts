import { Injectable, Logger } from '@nestjs/common';
import { errorStack } from '../errors/error-text.js';
import { type AnswerFacts } from './answer-facts.js';

export interface AnswerObserver {
  /** Whether it skips hits, which then cost nothing on its account. */
  readonly ignoresHits?: boolean;
  /** Called once for each answer that has been written. Facts of a hit hold its request, and must not be kept. */
  answered(facts: AnswerFacts): void;
}

@Injectable()
export class AnswerObservers {
  private readonly logger = new Logger('Http');
  private observers: readonly AnswerObserver[] = [];
  private ofHits: readonly AnswerObserver[] = [];

  add(observer: AnswerObserver): void {
    this.observers = [...this.observers, observer];
    this.ofHits = this.observers.filter(({ ignoresHits = false }) => !ignoresHits);
  }

  /** Tells all observers. A mistake of one is logged and affects no other: the answer has been given. */
  tell(facts: AnswerFacts): void {
    const isHit = facts.cache === 'hit' && facts.status < 400;
    for (const observer of isHit ? this.ofHits : this.observers) {
      try {
        observer.answered(facts);
      } catch (error) {
        this.logger.error(errorStack(error));
      }
    }
  }
}
