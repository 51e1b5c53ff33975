import { type ConditionNode, type SelectNode } from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readFromClause } from './from.js';
import { readGroupBy } from './group-by.js';
import { readSelectItem } from './select-items.js';
import { readTablePath } from './table-path.js';
import { type TokenReader, written } from './token-reader.js';
import { readWindowClause } from './windows.js';

const NO_DISTINCT_ON = 'GoogleSQL has no DISTINCT ON; write QUALIFY ROW_NUMBER() OVER (PARTITION BY … ORDER BY …) = 1';

/** One SELECT without the order, which belongs to the query. */
export function readSelect(tokens: TokenReader): SelectNode {
  const word = tokens.take();
  if (tokens.is('WITH')) readPrivacy(tokens);
  const distinct = tokens.takeIf('DISTINCT');
  if (!distinct) tokens.takeIf('ALL');
  if (tokens.is('ON', '(')) throw badSyntax(tokens.peek(), NO_DISTINCT_ON);
  return {
    type: 'Select',
    ...written(word),
    distinct: distinct && written(distinct),
    rowsAs: readRowsAs(tokens),
    items: tokens.openList(() => readSelectItem(tokens)),
    from: tokens.is('FROM') ? readFromClause(tokens) : undefined,
    where: readCondition(tokens, 'WHERE'),
    groupBy: readGroupBy(tokens),
    having: readCondition(tokens, 'HAVING'),
    qualify: readCondition(tokens, 'QUALIFY'),
    window: readWindowClause(tokens),
    orderBy: undefined,
    limit: undefined,
  };
}

/** `WITH DIFFERENTIAL_PRIVACY OPTIONS (…)` */
function readPrivacy(tokens: TokenReader): void {
  tokens.readOver(tokens.take(), '"WITH" here');
  tokens.take();
  if (tokens.takeIf('OPTIONS')) tokens.takeBrackets();
}

/** `AS STRUCT`, `AS VALUE` */
export function readRowsAs(tokens: TokenReader): SelectNode['rowsAs'] {
  if (!tokens.takeIf('AS')) return undefined;
  if (tokens.takeIf('STRUCT')) return 'STRUCT';
  if (tokens.takeIf('VALUE')) return 'VALUE';
  if (tokens.isAtEnd) throw tokens.unexpected();
  tokens.readOver(tokens.peek(), `SELECT AS ${tokens.peek().text}`);
  readTablePath(tokens);
  return undefined;
}

/** A condition behind WHERE, HAVING or QUALIFY; undefined where it is not there. */
function readCondition(tokens: TokenReader, keyword: string): ConditionNode | undefined {
  const word = tokens.takeIf(keyword);
  return word && { ...written(word), condition: tokens.expression() };
}
