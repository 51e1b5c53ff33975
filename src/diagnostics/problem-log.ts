import { type LoggerService } from '@nestjs/common';
import { type Problem } from './problem.js';
import { problemLine } from './problem-line.js';

/** Logs each problem of the endpoint files once, when it appears, and once that its file has none any more. */
export class ProblemLog {
  private lines: ReadonlySet<string> = new Set();
  private files: ReadonlySet<string> = new Set();

  constructor(private readonly logger: Pick<LoggerService, 'log' | 'warn'>) {}

  update(problems: readonly Problem[]): void {
    const lines = new Map(problems.map((problem) => [problemLine(problem), problem]));
    const files = new Set(problems.map(({ file }) => file));
    for (const [text, { code, file, line }] of lines) {
      if (!this.lines.has(text)) this.logger.warn(text, { code, file, line });
    }
    for (const file of this.files) if (!files.has(file)) this.logger.log(`${file}: no problems any more`);
    this.lines = new Set(lines.keys());
    this.files = files;
  }
}
