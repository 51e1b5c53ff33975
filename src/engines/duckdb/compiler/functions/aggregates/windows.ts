import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../../googlesql/ast/parts.js';
import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { unified } from '../../expressions/unified.js';
import { ignoresNulls } from '../modifiers.js';
import { LITERALS } from '../../../../../googlesql/resolver/literal-key.js';
import { numericLiteral } from '../../literals/literals.js';
import { type FunctionCall, type FunctionRule, type Rule } from '../../rule.js';
import { INT64 } from '../../../../../googlesql/types/types.js';
import { interpolatedPercentile, percentile } from './percentiles.js';
import { joinSql, NOTHING, SQL, type Sql, textSql, wordSql } from '../../sql-tree/sql.js';

/** The functions that need OVER. */
export const WINDOW_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['ROW_NUMBER', ['row_number']],
  ['RANK', ['rank']],
  ['DENSE_RANK', ['dense_rank']],
  ['PERCENT_RANK', ['percent_rank']],
  ['CUME_DIST', ['cume_dist']],
  ['NTILE', (call) => SQL`ntile(${wholeNumber(call.argument(0), 1, call)})${call.over}`],
  ['LAG', neighbour('lag')],
  ['LEAD', neighbour('lead')],
  ['FIRST_VALUE', valueOfFrame],
  ['LAST_VALUE', valueOfFrame],
  ['NTH_VALUE', valueOfFrame],
  ['PERCENTILE_CONT', interpolatedPercentile],
  ['PERCENTILE_DISC', percentile],
]);

/** LAG and LEAD: the value of a row some rows before or after, and the default if there is none. */
function neighbour(name: string): FunctionRule {
  return (call) => {
    const [, distance, otherwise] = call.args;
    const values = [call.argument(0), ...(otherwise ? [constant(otherwise)] : [])].map((each) => call.value(each));
    const sql = otherwise ? unified(values).sql : values.map((each) => each.sql);
    const [value = NOTHING, ...rest] = sql;
    const parts = [value, distance ? wholeNumber(distance, 0, call) : SQL`1::BIGINT`, ...rest];
    return SQL`${wordSql(name)}(${joinSql(parts)})${call.over}`;
  };
}

function valueOfFrame(call: FunctionCall): Sql {
  const { sql } = call.value(0);
  const [, position] = call.args;
  const parts = position ? [sql, wholeNumber(position, 1, call)] : [sql];
  return SQL`${wordSql(call.name.toLowerCase())}(${joinSql(parts)}${ignoresNulls(call) ? SQL` IGNORE NULLS` : NOTHING})${call.over}`;
}

function wholeNumber(node: ExpressionNode, least: 0 | 1, call: FunctionCall): Sql {
  if (node.type === 'Parameter') return SQL`bq_position(${call.as(node, INT64)}, ${least}, ${textSql(call.name)})`;
  const isWhole = node.type === 'Integer' && /^\d{1,19}$/.test(node.text) && Number(node.value) >= least;
  if (!isWhole) throw unsupportedAt(node, `anything but a parameter or a whole number from ${least} written out`);
  return numericLiteral(node).sql;
}

/** A literal as BigQuery's analyzer knows one: also with a sign or a type in front, in brackets and in CAST. */
function constant(node: ExpressionNode): ExpressionNode {
  if (!isLiteral(node)) throw unsupportedAt(node, 'a default that is not a literal or a parameter');
  return node;
}

const CONSTANTS: ReadonlySet<TreeNode['type']> = new Set<TreeNode['type']>([
  ...LITERALS,
  ...(['Parameter', 'Prefix', 'Brackets', 'Array', 'Struct', 'CastOperand'] as const),
]);

function isLiteral(node: TreeNode): boolean {
  if (node.type === 'Call' ? node.name !== 'CAST' || node.isSafe : !CONSTANTS.has(node.type)) return false;
  const hasParts = node.type === 'Array' || node.type === 'Struct';
  return partsOf(node).every((part) => isLiteral(part) && !(hasParts && part.type === 'Parameter'));
}
