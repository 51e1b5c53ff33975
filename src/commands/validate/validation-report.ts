import { type EndpointCheck } from '../../registry/check-endpoint.js';
import { type Problem } from '../../diagnostics/problem.js';
import { type Severity } from '../../diagnostics/problem-codes.js';
import { type TextStyle } from '../../diagnostics/problem-line.js';
import { count, countProblems, problemText } from '../../diagnostics/problem-text.js';
import { type Validation } from '../../registry/validate-endpoints.js';
import { githubAnnotation } from './github-annotation.js';
import { type ReportFormat } from './report-formats.js';

/** What goes to standard output, and what to standard error. */
export interface ValidationReport {
  readonly out: string;
  readonly err: string;
}

/** What `quern validate` says; `subject` is put behind the number of endpoints. */
export function validationReport(
  validation: Validation,
  format: ReportFormat,
  { subject, style }: { readonly subject: string; readonly style: TextStyle },
): ValidationReport {
  switch (format) {
    case 'json':
      return { out: `${JSON.stringify(summary(validation), null, 2)}\n`, err: '' };
    case 'github':
      return { out: validation.problems.map((problem) => `${githubAnnotation(problem)}\n`).join(''), err: '' };
    case 'text':
      return textReport(validation, subject, style);
  }
}

export function countOf(severity: Severity, { problems }: Validation): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

function summary(validation: Validation) {
  return {
    problems: validation.problems.map(publicProblem),
    endpoints: validation.endpoints.length,
    errors: countOf('error', validation),
    warnings: countOf('warning', validation),
  };
}

function publicProblem({ code, severity, file, line, column, message }: Problem) {
  return { code, severity, file, line, column, message };
}

function textReport(validation: Validation, subject: string, style: TextStyle): ValidationReport {
  const { endpoints, problems } = validation;
  const err = problems.length === 0 ? '' : `${problemText(problems, style)}\n`;
  if (countOf('error', validation) > 0) return { out: '', err };
  const estimates = endpoints.filter(({ bytesProcessed }) => bytesProcessed !== undefined).map(estimate);
  const verdict = problems.length === 0 ? 'no problems' : countProblems(problems);
  return { out: `${estimates.join('')}${count(endpoints.length, 'endpoint')}${subject}, ${verdict}\n`, err };
}

function estimate({ endpoint, columns, bytesProcessed = 0 }: EndpointCheck): string {
  const list = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `${endpoint.name}: would read ${bytesProcessed} bytes and return ${list}\n`;
}
