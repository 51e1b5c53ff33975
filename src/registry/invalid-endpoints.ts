import { type Problem } from '../diagnostics/problem.js';
import { problemText } from '../diagnostics/problem-text.js';

/** Endpoint files that cannot be served; the message lists every problem with file, line and column. */
export class InvalidEndpoints extends Error {
  override readonly name = 'InvalidEndpoints';

  constructor(readonly problems: readonly Problem[]) {
    super(problemText(problems));
  }
}
