import { suggestedColumns } from '../../contract/suggested-columns.js';
import { type EndpointCheck } from '../../registry/check-endpoint.js';
import { type Problem } from '../../diagnostics/problem.js';
import { type TextStyle } from '../../diagnostics/problem-line.js';
import { type Severity } from '../../diagnostics/problem-codes.js';
import { counted, listing } from '../../errors/listing.js';
import { countProblems, problemText } from '../../diagnostics/problem-text.js';
import { type Validation } from '../../registry/validate-endpoints.js';
import { columnsText } from '../new/endpoint-draft.js';
import { type UnaskedFindings } from './unasked-queries.js';
import { type Costs, costLines } from './validated-costs.js';

export type ReportFormat = 'text' | 'json' | 'github';

export interface ValidationReport {
  readonly out: string;
  readonly err: string;
}

interface ReportTerms {
  /** Text behind the number of endpoints. */
  readonly subject: string;
  readonly style: TextStyle;
  /** Whether files were named, whose columns are then suggested in full. */
  readonly isNamed: boolean;
  readonly costs: Costs | undefined;
  readonly before: Costs | undefined;
  readonly unasked: UnaskedFindings;
}

export function validationReport(validation: Validation, format: ReportFormat, terms: ReportTerms): ValidationReport {
  switch (format) {
    case 'json': {
      const report = {
        problems: validation.problems.map(publicProblem),
        endpoints: validation.endpoints.length,
        errors: countOf('error', validation),
        warnings: countOf('warning', validation),
        costs: terms.costs,
      };
      return { out: `${JSON.stringify(report, null, 2)}\n`, err: '' };
    }
    case 'github':
      return { out: validation.problems.map((problem) => `${githubAnnotation(problem)}\n`).join(''), err: '' };
    case 'text':
      return textReport(validation, terms);
  }
}

export function countOf(severity: Severity, { problems }: Validation): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

function publicProblem({ code, severity, file, line, column, message }: Problem) {
  return { code, severity, file, line, column, message };
}

function textReport(
  validation: Validation,
  { subject, style, isNamed, costs, before, unasked }: ReportTerms,
): ValidationReport {
  const { endpoints, problems } = validation;
  const err = problems.length === 0 ? '' : `${problemText(problems, style)}\n${unaskedText(unasked)}`;
  const priced = costs && costLines(costs, before);
  if (countOf('error', validation) > 0) return { out: priced ?? '', err };
  const estimates = endpoints.filter(({ bytesProcessed }) => bytesProcessed !== undefined).map(estimate);
  const verdict = problems.length === 0 ? 'no problems' : countProblems(problems);
  const out = `${priced ?? estimates.join('')}${counted(endpoints.length, 'endpoint')}${subject}, ${verdict}\n`;
  return { out, err: err + suggestions(endpoints, isNamed) };
}

/** What is known of the queries that their engine was not asked about: nothing found is not the same as not looked at. */
function unaskedText({ sound, unseen }: UnaskedFindings): string {
  const lines = [
    ...(sound.length > 0 ? [`nothing wrong in ${named(sound)}`] : []),
    ...(unseen.length > 0 ? [`no verdict on ${named(unseen)}, whose tables or SQL are not known there`] : []),
  ];
  return lines.map((line) => `by the tables of QUERN_DATA, without the engine: ${line}\n`).join('');
}

function named(endpoints: readonly string[]): string {
  return `${counted(endpoints.length, 'endpoint')} (${listing(endpoints)})`;
}

/** Columns for endpoints that promise none, whose callers have to deal with NULL and with numbers as text. */
function suggestions(endpoints: readonly EndpointCheck[], isNamed: boolean): string {
  const all = endpoints.flatMap(({ endpoint: { columns, source }, columns: found, unchecked }) => {
    const suggested = columns || unchecked !== undefined ? [] : suggestedColumns(found);
    return suggested.length > 0 ? [{ file: source.file, suggested }] : [];
  });
  if (isNamed) {
    const texts = all.map(({ file, suggested }) => [
      `${file} promises no columns; these go with its query:\n`,
      columnsText(suggested),
      '\n',
    ]);
    return texts.flat().join('');
  }
  const [first, ...more] = all.map(({ file }) => file);
  if (first === undefined) return '';
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `${first}${others}: no columns are promised; quern validate ${first} suggests some\n`;
}

function estimate({ endpoint, columns, bytesProcessed = 0 }: EndpointCheck): string {
  const list = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `${endpoint.name}: would read ${bytesProcessed} bytes and return ${list}\n`;
}

/** A problem as a workflow command, which GitHub shows at the line of the file: `::error file=…,line=…,col=…,title=…::…`. */
function githubAnnotation({ severity, file, line, column, code, message }: Problem): string {
  const properties = Object.entries({ file, line, col: column, title: code });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::${severity} ${list}::${escapeData(message)}`;
}

/** Escapes line breaks, which would end the command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
