import { type Problem } from '../diagnostics/problem.js';
import { type Engine } from '../engines/engine.js';
import { TEXT_START } from '../googlesql/tokens/text-position.js';

/** The engine's problems of the data, as problems of its files. */
export function dataProblems({ dataProblems: found = [] }: Pick<Engine, 'dataProblems'>): readonly Problem[] {
  return found.map(({ severity, file, message }) => {
    const code = severity === 'error' ? 'data_unreadable' : 'data_remark';
    return { code, severity, file, ...TEXT_START, message };
  });
}
