import { orProblem } from '../../../googlesql/resolver/problem.js';
import { type DuckDBConnection } from '@duckdb/node-api';
import { type QuernError } from '../../../errors/quern-error.js';
import { constantOperations, type ValueUse, valueUses, type UseGuard } from '../../../googlesql/checks/value-uses.js';
import { type Argument, type ScalarArgument, type ScalarType, type Statement, type Query } from '../../engine.js';
import { unusableValue } from '../../unusable-value.js';
import { bindArguments } from '../arguments.js';
import { type Compiled, type ReadText, answer, contextOf, wholeAnswer } from '../compiler/compile.js';
import { parse } from '../../../googlesql/grammar/parse.js';
import { firstLine, patternComplaint, reasonOf } from '../failure.js';
import { type MacrosInUse } from '../macros-in-use.js';
import { prepareAsCompiled } from '../prepare.js';
import { type Expression } from '../compiler/expression.js';
import { compileExpression } from '../compiler/expressions/expressions.js';
import { Scope } from '../compiler/names/scope.js';

/** Operands that are tried after one failure. */
const MAX_TRIALS = 10;

const OUT_OF_BOUNDS = 'array index is out of bounds';

type Values = Readonly<Record<ScalarType, ScalarArgument | null>>;

const NULLS: Values = { STRING: null, INT64: null, FLOAT64: null, BOOL: null, TIMESTAMP: null, DATE: null };

/** Other values of each type: where an operation fails with all of them, it does not fail for the caller's. */
const OTHERS: readonly Values[] = [
  { STRING: '1', INT64: 1n, FLOAT64: 1, BOOL: true, TIMESTAMP: 946_684_800_000_000n, DATE: '2000-01-01' },
  { STRING: '2000-01-01', INT64: 2n, FLOAT64: 2, BOOL: false, TIMESTAMP: 946_684_800_000_000n, DATE: '2000-01-01' },
  { STRING: 'UTC', INT64: 0n, FLOAT64: 0, BOOL: false, TIMESTAMP: 0n, DATE: '1970-01-01' },
];

/** Runs trials on a connection, for as long as the run that has failed may take. */
interface Trials {
  readonly connection: DuckDBConnection;
  readonly macros: MacrosInUse;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * The failure of a run as a mistake of its caller's, where it is one: the same operation fails in the same words with the same values
 * and without any row, and does not with other values. Undefined where rows, or the query itself, may be to blame.
 *
 * @throws the reason of the signal when it is aborted
 */
export async function callersMistake(
  error: unknown,
  statement: Statement,
  { texts = [] }: Pick<Compiled, 'texts'>,
  trials: Trials,
): Promise<QuernError | undefined> {
  const text = firstLine(error);
  const { uses, hasOtherPosition } = valueUses(parse(statement.sql));
  // A query may have the same operand again and again.
  const tried = new Set<string>();
  for (const use of [...texts.map(textUse), ...uses]) {
    if (tried.size === MAX_TRIALS) break;
    const trial = compileTrial(use, statement);
    if (!trial || tried.has(trial.sql)) continue;
    tried.add(trial.sql);
    if ((await failureOf(trial, statement.parameters, trials)) !== text) continue;
    if (await dependsOnValues(trial, use, text, statement, trials)) {
      return unusableValue(use.parameters, statement, reasonToTell(error), error);
    }
  }
  const positions = uses.filter(({ kind }) => kind === 'position');
  if (text !== `Invalid Input Error: ${OUT_OF_BOUNDS}` || hasOtherPosition || positions.length === 0) return undefined;
  const names = positions.flatMap(({ parameters }) => parameters);
  return unusableValue(names, statement, OUT_OF_BOUNDS, error);
}

/** The text of a parameter where a date or a time is wanted. */
function textUse({ parameter, kind }: ReadText): ValueUse {
  return {
    kind: 'whole',
    operand: { type: 'Parameter', line: 1, column: 1, text: `@${parameter}` },
    guards: [],
    trial: `COALESCE(CAST(NULL AS ${kind}), @value)`,
    parameters: [parameter],
  };
}

function reasonToTell(error: unknown): string | undefined {
  const complaint = patternComplaint(error);
  return complaint ? `no regular expression of RE2: ${complaint.reason}` : reasonOf(error);
}

async function dependsOnValues(
  trial: Compiled,
  { operand }: ValueUse,
  text: string,
  statement: Statement,
  trials: Trials,
): Promise<boolean> {
  const failureWith = async (values: Values) => failureOf(trial, replaced(statement.parameters, values), trials);
  for (const values of OTHERS) if ((await failureWith(values)) === undefined) return true;
  if ((await failureWith(NULLS)) !== undefined) return false;
  // DuckDB may not reach the failing part when the value is NULL.
  for (const constant of constantOperations(operand)) {
    const part = compileTrial({ operand: constant, guards: [], trial: '@value' }, statement);
    if (part && (await failureOf(part, statement.parameters, trials)) === text) return false;
  }
  return true;
}

function replaced(given: readonly Argument[], values: Values): readonly Argument[] {
  return given.map((argument): Argument => {
    const value = values[argument.type];
    return { ...argument, value: argument.array && value !== null ? [value] : value };
  });
}

/** The first line of DuckDB's message; undefined where nothing fails. */
async function failureOf(
  trial: Compiled,
  given: readonly Argument[],
  { connection, macros, now, signal }: Trials,
): Promise<string | undefined> {
  signal.throwIfAborted();
  try {
    const prepared = await prepareAsCompiled(connection, trial, macros);
    try {
      bindArguments(prepared, given, now);
      await prepared.run();
      return undefined;
    } finally {
      prepared.destroySync();
    }
  } catch (error) {
    return firstLine(error);
  }
}

/** A query of one row that uses an operand as the author's query does, and reads no table; undefined where there is none. */
function compileTrial(
  { trial, operand, guards }: Pick<ValueUse, 'trial' | 'operand' | 'guards'>,
  query: Pick<Query, 'sql' | 'parameters'>,
): Compiled | undefined {
  const compiled = orProblem((unknown) => {
    const context = contextOf(query, new Map());
    const scope = Scope.ofNothing(context);
    const parts = new Map<string, Expression>([['value', compileExpression(operand, scope)]]);
    guards.forEach(({ condition }, index) => parts.set(`guard${index}`, compileExpression(condition, scope)));
    const sql = `SELECT ${guards.reduce(guarded, trial)} AS tried`;
    const own = { ...context, catalog: { ...context.catalog, parameters: parts } };
    return answer(wholeAnswer(parse(sql), own, unknown), 1);
  });
  return 'sql' in compiled ? compiled : undefined;
}

function guarded(expression: string, { holds }: UseGuard, index: number): string {
  return `IF(@guard${index} IS ${holds ? '' : 'NOT '}TRUE, ${expression}, NULL)`;
}
