import { type Engine, type SqlProblem } from '../../engines/engine.js';
import { counted } from '../../errors/listing.js';
import { AnswerBody } from '../../execution/body/answer-body.js';
import { refusedParameters } from '../../googlesql/checks/named-parameters.js';
import { statementProblem } from '../../googlesql/checks/statement-problem.js';
import { sourceExcerpt } from '../../diagnostics/source-excerpt.js';
import { type Terminal } from '../command-context.js';
import { type RowsTarget } from '../output/rows-target.js';
import { terminalStyle } from '../output/terminal-style.js';
import { answerOf, type RowsAnswer, writeAnswer } from '../output/write-rows.js';
import { rememberQuery } from './last-query.js';
import { queryArguments } from './query-arguments.js';
import { type CallParameters } from '../../parameters/query-string.js';

interface SqlRun {
  readonly sql: string;
  readonly parameters: CallParameters;
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

interface SqlAnswer extends RowsAnswer {
  readonly rows: number;
  readonly truncated: boolean;
  readonly milliseconds: number;
  readonly bytesBilled: number | undefined;
}

/** Time limit of a query at a terminal, where it can be cancelled. */
const TIMEOUT_SECONDS = 3600;

/** Runs one query that only reads, behind the same checks as an endpoint's. */
export async function runQuery(
  engine: Engine,
  run: SqlRun,
): Promise<SqlAnswer | { readonly problems: readonly SqlProblem[] }> {
  const { sql, maxRows, signal } = run;
  const refused = [statementProblem(sql) ?? [], ...refusedParameters(sql)].flat();
  if (refused.length > 0) return { problems: refused };
  const parameters = queryArguments(sql, run.parameters);
  const { problems } = await engine.check({ sql, parameters, maxRows });
  if (problems.length > 0) return { problems };
  const sink = new AnswerBody();
  const result = await engine.run({
    ...{ sql, parameters, maxRows, signal, sink },
    timeoutSeconds: TIMEOUT_SECONDS,
    labels: { quern: 'sql' },
  });
  await rememberQuery({ sql, parameters });
  const { cost, truncated } = result;
  return {
    ...(await answerOf(sink, result)),
    rows: sink.rows,
    truncated,
    milliseconds: cost.milliseconds,
    bytesBilled: cost.bytesBilled,
  };
}

/**
 * Shows rows; writes to standard error how many, how long it took, and whether there were more.
 *
 * @param isTold whether it does so for every format
 */
export async function showResult(
  err: Terminal,
  answer: SqlAnswer,
  target: RowsTarget,
  isTold = target.format === 'table',
): Promise<void> {
  await writeAnswer(answer, target);
  const more = answer.truncated ? ', and there are more (--max-rows)' : '';
  const rows = counted(answer.rows, 'row');
  // Engines that are paid for tell what they bill.
  const billed = answer.bytesBilled === undefined ? '' : `, ${answer.bytesBilled.toLocaleString('en')} bytes billed`;
  if (isTold) err.write(`${rows} in ${answer.milliseconds.toFixed(0)} ms${billed}${more}\n`);
  else if (answer.truncated) err.write(`${rows}${more}\n`);
}

/** The problems of a query, each with its line and a caret. */
export function problemsOfSql(sql: string, problems: readonly SqlProblem[], err: Terminal): string {
  const lines = sql.split('\n');
  const { width } = terminalStyle(err);
  return problems
    .map(({ line, column, message }) => {
      const { text, caret } = sourceExcerpt(lines[line - 1] ?? '', column, width - 2);
      return `${line}:${column}  ${message}\n  ${text}\n  ${caret}\n`;
    })
    .join('');
}
