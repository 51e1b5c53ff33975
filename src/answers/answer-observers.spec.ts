import { type AnswerFacts } from './answer-facts.js';
import { AnswerObservers } from './answer-observers.service.js';

describe('those who are told of answers', () => {
  it('are told of hits only where they want to be, and of what fails in any case', () => {
    const observers = new AnswerObservers();
    const told: string[] = [];
    const tell = (cache: AnswerFacts['cache'], status: number) => {
      observers.tell({ cache, status } as AnswerFacts);
    };
    observers.add({ ignoresHits: true, answered: ({ cache, status }) => told.push(`some ${cache} ${status}`) });
    for (const status of [200, 304, 503]) tell('hit', status);
    tell('miss', 200);
    expect(told).toEqual(['some hit 503', 'some miss 200']);
    observers.add({ answered: ({ cache, status }) => told.push(`all ${cache} ${status}`) });
    tell('hit', 200);
    expect(told.slice(2)).toEqual(['all hit 200']);
  });
});
