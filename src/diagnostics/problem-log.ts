import { type LoggerService } from '@nestjs/common';
import { type Problem } from './problem.js';
import { problemLine } from './problem-line.js';

/** Logs each problem of the endpoint files once, when it appears, and once that its file has none any more. */
export class ProblemLog {
  private lines: ReadonlySet<string> = new Set();
  private files: ReadonlySet<string> = new Set();

  constructor(private readonly logger: Pick<LoggerService, 'log' | 'warn'>) {}

  /** Told of all problems that there are now. */
  update(problems: readonly Problem[]): void {
    const lines = new Set(problems.map(problemLine));
    const files = new Set(problems.map(({ file }) => file));
    for (const line of lines) if (!this.lines.has(line)) this.logger.warn(line);
    for (const file of this.files) if (!files.has(file)) this.logger.log(`${file}: no problems any more`);
    this.lines = lines;
    this.files = files;
  }
}
