import {
  type SelectNode,
  type ExpressionNode,
  type NameNode,
  type ReplacementNode,
  type SelectItemNode,
  type StarItemNode,
} from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readFromClause, readTablePath } from './from.js';
import { readGroupBy } from './group-by.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';
import { readWindowClause } from './windows.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { readAlias, readName } from './names.js';

const NO_DISTINCT_ON = 'GoogleSQL has no DISTINCT ON; write QUALIFY ROW_NUMBER() OVER (PARTITION BY … ORDER BY …) = 1';

/** One SELECT without the order, which belongs to the query. */
export function readSelect(tokens: TokenReader): SelectNode {
  const word = tokens.take();
  if (tokens.is('WITH')) readPrivacy(tokens);
  const distinct = tokens.clause('DISTINCT', () => ({}));
  if (!distinct) tokens.takeIf('ALL');
  if (tokens.is('ON', '(')) throw badSyntax(tokens.peek(), NO_DISTINCT_ON);
  return {
    type: 'Select',
    ...written(word),
    distinct,
    rowsAs: readRowsAs(tokens),
    items: tokens.openList(() => readSelectItem(tokens)),
    from: tokens.is('FROM') ? readFromClause(tokens) : undefined,
    where: tokens.condition('WHERE'),
    groupBy: readGroupBy(tokens),
    having: tokens.condition('HAVING'),
    qualify: tokens.condition('QUALIFY'),
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

/** An item of a SELECT list. */
export function readSelectItem(tokens: TokenReader): SelectItemNode {
  const star = tokens.takeIf('*');
  if (star) return readStar(tokens, undefined, star, star);
  const value = tokens.expression();
  const dot = tokens.takeIf('.');
  if (dot) return readStar(tokens, value, dot, tokens.expect('*'));
  return { type: 'ExpressionItem', ...written(value), value, alias: readAlias(tokens) };
}

function readStar(tokens: TokenReader, of: ExpressionNode | undefined, own: SqlToken, star: SqlToken): StarItemNode {
  const except = tokens.is('EXCEPT', '(') ? readNames(tokens) : [];
  const replace = tokens.is('REPLACE', '(') ? readReplacements(tokens) : [];
  return { type: 'StarItem', ...writtenFrom(of ?? own, own), of, star: written(star), except, replace };
}

function readNames(tokens: TokenReader): readonly NameNode[] {
  tokens.take();
  return tokens.bracketed(() => tokens.list(() => readName(tokens)));
}

function readReplacements(tokens: TokenReader): readonly ReplacementNode[] {
  tokens.take();
  return tokens.bracketed(() =>
    tokens.list(() => {
      const value = tokens.expression();
      tokens.expect('AS');
      return { type: 'ExpressionItem', ...written(value), value, alias: readName(tokens) };
    }),
  );
}
