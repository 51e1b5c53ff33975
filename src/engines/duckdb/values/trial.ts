import { type UseGuard, type ValueUse } from '../../../googlesql/checks/value-uses.js';
import { type Query } from '../../engine.js';
import { answer, type Compiled, contextOf, orProblem, wholeAnswer } from '../compiler/compile.js';
import { parseStatement, read } from '../compiler/parse-statement.js';
import { ALIAS_PARTS } from '../../../googlesql/parser/queries/read-alias.js';
import { readExpression } from '../../../googlesql/parser/read-expression.js';
import { type SyntaxNode } from '../../../googlesql/parser/syntax-node.js';
import { type Expression } from '../compiler/expression.js';
import { compileExpression } from '../compiler/expressions/expressions.js';
import { Scope } from '../compiler/names/scope.js';

/** A query of one row that does with an operand what the author's query does, and reads no table; undefined where there is none. */
export function compileTrial(
  { trial, operand, guards }: Pick<ValueUse<SyntaxNode>, 'trial' | 'operand' | 'guards'>,
  query: Pick<Query, 'sql' | 'parameters'>,
): Compiled | undefined {
  const compiled = orProblem(() => {
    const context = contextOf(query, new Map());
    const scope = new Scope(context, []);
    // As an item of a SELECT it may have a name.
    const parts = new Map<string, Expression>([
      [
        'value',
        compileExpression(
          read(() => readExpression(operand, ALIAS_PARTS)),
          scope,
        ),
      ],
    ]);
    guards.forEach(({ condition }, index) =>
      parts.set(
        `guard${index}`,
        compileExpression(
          read(() => readExpression(condition)),
          scope,
        ),
      ),
    );
    const sql = `SELECT ${guards.reduce(guarded, trial)} AS tried`;
    const own = { ...context, catalog: { ...context.catalog, parameters: parts } };
    return answer(wholeAnswer(parseStatement(sql), own), 1);
  });
  return 'sql' in compiled ? compiled : undefined;
}

function guarded(expression: string, { holds }: UseGuard<SyntaxNode>, index: number): string {
  return `IF(@guard${index} IS ${holds ? '' : 'NOT '}TRUE, ${expression}, NULL)`;
}
