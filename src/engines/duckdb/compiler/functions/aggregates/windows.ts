import { type CstNode } from '../../cst.js';
import { type Expression, typed } from '../../expression.js';
import { compileAs, compileExpression, unify } from '../../expressions/expressions.js';
import { numericLiteral } from '../../literals/literals.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { FLOAT64, INT64, type SqlType } from '../../../../../googlesql/types/types.js';
import { interpolatedPercentile, percentile } from './percentiles.js';

interface WindowFunction {
  readonly rule: FunctionRule;
  /** OVER must have an ORDER BY. */
  readonly isOrdered: boolean;
  /** OVER must have no ROWS or RANGE. */
  readonly isFrameless: boolean;
  /** OVER must have no ORDER BY. */
  readonly isUnordered?: boolean;
}

/** The functions that need OVER. */
export const WINDOW_FUNCTIONS: ReadonlyMap<string, WindowFunction> = new Map<string, WindowFunction>([
  ['ROW_NUMBER', { rule: numbering('row_number', INT64), isOrdered: false, isFrameless: true }],
  ['RANK', { rule: numbering('rank', INT64), isOrdered: true, isFrameless: true }],
  ['DENSE_RANK', { rule: numbering('dense_rank', INT64), isOrdered: true, isFrameless: true }],
  ['PERCENT_RANK', { rule: numbering('percent_rank', FLOAT64), isOrdered: true, isFrameless: true }],
  ['CUME_DIST', { rule: numbering('cume_dist', FLOAT64), isOrdered: true, isFrameless: true }],
  ['NTILE', { rule: tile, isOrdered: true, isFrameless: true }],
  ['LAG', { rule: neighbour('lag'), isOrdered: true, isFrameless: true }],
  ['LEAD', { rule: neighbour('lead'), isOrdered: true, isFrameless: true }],
  ['FIRST_VALUE', { rule: (call) => valueOfFrame(call, 1), isOrdered: false, isFrameless: false }],
  ['LAST_VALUE', { rule: (call) => valueOfFrame(call, 1), isOrdered: false, isFrameless: false }],
  ['NTH_VALUE', { rule: (call) => valueOfFrame(call, 2), isOrdered: false, isFrameless: false }],
  ['PERCENTILE_CONT', { rule: interpolatedPercentile, isOrdered: false, isFrameless: true, isUnordered: true }],
  ['PERCENTILE_DISC', { rule: percentile, isOrdered: false, isFrameless: true, isUnordered: true }],
]);

function numbering(name: string, type: SqlType): FunctionRule {
  return (call) => {
    expectArguments(call, 0);
    return typed(`${name}()${call.over}`, type);
  };
}

function tile(call: FunctionCall): Expression {
  expectArguments(call, 1);
  return typed(`ntile(${wholeNumber(argument(call, 0), 1, call)})${call.over}`, INT64);
}

/** LAG and LEAD: the value of a row some rows before or after, and what to say where there is none. */
function neighbour(name: string): FunctionRule {
  return (call) => {
    expectArguments(call, 1, 3);
    const [, distance, otherwise] = call.args;
    const values = [argument(call, 0), ...(otherwise ? [constant(otherwise)] : [])];
    const { sql, type } = otherwise
      ? unify(values, call.scope, `the value and the default of ${call.name}`)
      : only(compileExpression(argument(call, 0), call.scope));
    const [value = '', ...rest] = sql;
    const parts = [value, distance ? wholeNumber(distance, 0, call) : '1::BIGINT', ...rest];
    return typed(`${name}(${parts.join(', ')})${call.over}`, type);
  };
}

function only({ sql, type }: Expression): { readonly sql: readonly string[]; readonly type: SqlType } {
  return { sql: [sql], type };
}

function valueOfFrame(call: FunctionCall, count: number): Expression {
  expectArguments(call, count);
  const { sql, type } = compileExpression(argument(call, 0), call.scope);
  const [, position] = call.args;
  const parts = position ? [sql, wholeNumber(position, 1, call)] : [sql];
  return typed(`${call.name.toLowerCase()}(${parts.join(', ')}${nullTreatment(call.node)})${call.over}`, type);
}

/** IGNORE NULLS; RESPECT NULLS is what happens anyway. */
function nullTreatment(node: CstNode): string {
  const [first, second] = node.claim('ignore_nulls').list('ignore_nulls');
  if (!first) return '';
  for (const word of [first, second]) word?.only();
  return first.keyword === 'IGNORE' ? ' IGNORE NULLS' : '';
}

function wholeNumber(node: CstNode, least: 0 | 1, { name, scope }: FunctionCall): string {
  if (node.type === 'Parameter') return `bq_position(${compileAs(node, scope, INT64)}, ${least}, '${name}')`;
  const isWhole = node.type === 'NumericLiteral' && /^\d{1,19}$/.test(node.text) && Number(node.text) >= least;
  if (!isWhole) throw node.unsupported(`anything but a parameter or a whole number from ${least} written out`);
  return numericLiteral(node).sql;
}

const CONSTANTS = ['NumericLiteral', 'StringLiteral', 'BooleanLiteral', 'NullLiteral', 'Parameter'];

/** Literals, also with a sign or a type in front of them, in brackets and in CAST: what BigQuery's analyzer makes a literal of. */
function constant(node: CstNode): CstNode {
  if (!isLiteral(node)) throw node.unsupported('a default that is not a literal or a parameter');
  return node;
}

function isLiteral(node: CstNode): boolean {
  switch (node.type) {
    case 'UnaryOperator':
      return isLiteral(node.need('right'));
    case 'GroupedExpr':
      return isLiteral(node.need('expr'));
    case 'ArrayLiteral':
    case 'StructLiteral':
      return node.list('exprs').every((each) => each.type !== 'Parameter' && isLiteral(each));
    case 'CallingFunction':
      return (
        node.need('func').keyword === 'CAST' && node.list('args').every((each) => isLiteral(each.need('cast_from')))
      );
    default:
      return CONSTANTS.includes(node.type);
  }
}
