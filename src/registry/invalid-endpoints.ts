import { type Problem } from '../diagnostics/problem.js';
import { byFileAndPlace, problemLine } from '../diagnostics/problem-line.js';

/** Endpoint files that cannot be served; the message lists every problem with file, line and column. */
export class InvalidEndpoints extends Error {
  override readonly name = 'InvalidEndpoints';

  constructor(readonly problems: readonly Problem[]) {
    super([...problems].sort(byFileAndPlace).map(problemLine).join('\n'));
  }
}
