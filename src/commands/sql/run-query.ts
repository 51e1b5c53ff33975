import { type Engine, type SqlProblem, type Argument } from '../../engines/engine.js';
import { counted, quote } from '../../errors/excerpt.js';
import { AnswerBody } from '../../execution/body/answer-body.js';
import { refusedParameters, namedParameters } from '../../googlesql/checks/named-parameters.js';
import { statementProblem } from '../../googlesql/checks/statement-problem.js';
import { sourceExcerpt } from '../../diagnostics/source-excerpt.js';
import { type CallParameters, type Terminal, UsageError } from '../command-context.js';
import { type RowsTarget } from '../output/rows-target.js';
import { terminalStyle } from '../output/terminal-style.js';
import { answerOf, type RowsAnswer, writeAnswer } from '../output/write-rows.js';
import { rememberQuery } from './last-query.js';
import { bareParameter, SCALAR_TYPES, type ScalarTypeName } from '../../parameters/parameter.js';
import { parseValue } from '../../parameters/parse-value.js';

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

/** Types of values that are given without one. A text is read as a time where the query wants one. */
const PLAIN: readonly (readonly [ScalarTypeName, RegExp])[] = [
  ['integer', /^-?(?:0|[1-9]\d*)$/],
  ['number', /^-?(?:0|[1-9]\d*)?\.\d+$/],
  ['boolean', /^(?:true|false)$/],
];

/** The values of the `@names` in a query, with types. @throws UsageError for one that is missing, or not of its type */
export function queryArguments(sql: string, given: CallParameters): readonly Argument[] {
  const values = [...given].map(([key, texts]) => argumentOf(key, texts));
  const names = new Set(namedParameters(sql).map(({ name }) => name.toLowerCase()));
  const missing = [...names].find((name) => !values.some((each) => each.name.toLowerCase() === name));
  if (missing !== undefined) throw new UsageError(`the query has @${missing}; give its value: -p ${missing}=…`);
  return values.filter(({ name }) => names.has(name.toLowerCase()));
}

function argumentOf(key: string, texts: readonly string[]): Argument {
  const { name = key, type } = /^(?<name>[^:]+):(?<type>.+)$/.exec(key)?.groups ?? {};
  const isArray = texts.length > 1 || type?.endsWith('[]') === true;
  const scalar = type === undefined ? plainType(texts) : scalarType(key, type.replace(/\[\]$/, ''));
  const values = texts.map((text) => {
    const parsed = parseValue(bareParameter(name, scalar), text);
    if ('problem' in parsed) throw new UsageError(`${quote(name)} ${parsed.problem}`);
    return parsed.value;
  });
  return { name, type: SCALAR_TYPES[scalar], array: isArray, value: isArray ? values : (values[0] ?? null) };
}

function plainType(texts: readonly string[]): ScalarTypeName {
  return PLAIN.find(([, form]) => texts.every((text) => form.test(text)))?.[0] ?? 'string';
}

function scalarType(key: string, type: string): ScalarTypeName {
  const types = Object.keys(SCALAR_TYPES) as ScalarTypeName[];
  const found = types.find((each) => each === type);
  if (!found)
    throw new UsageError(`${quote(key)} has no type that there is: ${types.join(', ')}, each with [] for a list`);
  return found;
}
