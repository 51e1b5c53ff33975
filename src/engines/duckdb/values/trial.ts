import { type UseGuard, type ValueUse } from '../../../googlesql/checks/value-uses.js';
import { type Query } from '../../engine.js';
import { answer, type Compiled, contextOf, orProblem, wholeAnswer } from '../compiler/compile.js';
import { parseStatement } from '../compiler/parse-statement.js';
import { type Expression } from '../compiler/expression.js';
import { compileExpression } from '../compiler/expressions/expressions.js';
import { Scope } from '../compiler/names/scope.js';

/** A query of one row that does with an operand what the author's query does, and reads no table; undefined where there is none. */
export function compileTrial(
  { trial, operand, guards }: Pick<ValueUse, 'trial' | 'operand' | 'guards'>,
  query: Pick<Query, 'sql' | 'parameters'>,
): Compiled | undefined {
  const compiled = orProblem(() => {
    const context = contextOf(query, new Map());
    const scope = new Scope(context, []);
    const parts = new Map<string, Expression>([['value', compileExpression(operand, scope)]]);
    guards.forEach(({ condition }, index) => parts.set(`guard${index}`, compileExpression(condition, scope)));
    const sql = `SELECT ${guards.reduce(guarded, trial)} AS tried`;
    const own = { ...context, catalog: { ...context.catalog, parameters: parts } };
    return answer(wholeAnswer(parseStatement(sql), own), 1);
  });
  return 'sql' in compiled ? compiled : undefined;
}

function guarded(expression: string, { holds }: UseGuard, index: number): string {
  return `IF(@guard${index} IS ${holds ? '' : 'NOT '}TRUE, ${expression}, NULL)`;
}
