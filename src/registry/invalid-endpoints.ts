import { type Problem } from '../diagnostics/problem.js';
import { byFileAndPlace, problemLine } from '../diagnostics/problem-line.js';
import { type Engine } from '../engines/engine.js';
import { shortest } from '../files/shortest.js';
import { TEXT_START } from '../googlesql/tokens/text-position.js';

/** Endpoint files that cannot be served; the message lists every problem with file, line and column. */
export class InvalidEndpoints extends Error {
  override readonly name = 'InvalidEndpoints';

  constructor(readonly problems: readonly Problem[]) {
    super([...problems].sort(byFileAndPlace).map(problemLine).join('\n'));
  }
}

/** The engine's problems of the data, as problems of its files. */
export function dataProblems({ dataProblems: found = [] }: Pick<Engine, 'dataProblems'>): readonly Problem[] {
  return found.map(({ severity, file, line = TEXT_START.line, message }) => {
    const code = severity === 'error' ? 'data_unreadable' : 'data_remark';
    return { code, severity, file: shortest(file), ...TEXT_START, line, message };
  });
}
