import { type Engine, type SqlProblem } from '../../engines/engine.js';
import { AnswerBody } from '../../execution/body/answer-body.js';
import { refusedParameters } from '../../googlesql/checks/named-parameters.js';
import { statementProblem } from '../../googlesql/checks/statement-problem.js';
import { sourceExcerpt } from '../../diagnostics/source-excerpt.js';
import { type CallParameters } from '../collect-parameter.js';
import { type Terminal } from '../command-context.js';
import { terminalStyle } from '../output/terminal-style.js';
import { answerOf, type RowsAnswer } from '../output/write-rows.js';
import { rememberQuery } from './last-query.js';
import { queryArguments } from './query-arguments.js';

export interface SqlRun {
  readonly sql: string;
  readonly parameters: CallParameters;
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

export interface SqlAnswer extends RowsAnswer {
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
  const answer = await answerOf(sink, result);
  const { cost } = result;
  return {
    ...answer,
    rows: sink.rows,
    truncated: result.truncated,
    milliseconds: cost.milliseconds,
    bytesBilled: cost.bytesBilled,
  };
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
