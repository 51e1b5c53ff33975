import { complaintsAbout, figuresOf, hasHistory } from './figures.js';

describe('figures in the docs', () => {
  const isKnown = hasHistory('.');
  if (!isKnown)
    console.warn('SKIPPED: how old the figures in the docs are, since there is no whole history of git here');
  (isKnown ? it : it.skip)('are no more than a release older than the code that they are about', () => {
    expect(figuresOf('docs').flatMap((each) => complaintsAbout(each, '.'))).toEqual([]);
  });
});
