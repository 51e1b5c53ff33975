import { callsIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { RANDOM_FUNCTIONS } from '../functions/numbers/random.js';

/** A quoted name may have the quotation mark of a string in it. */
const STRINGS_AND_NAMES = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const RANDOM = /\b(?:random|uuid)\(\)/;

/**
 * Refuses RAND() in a SELECT list whose columns may be named in the same SELECT: there the column is written once more,
 * and would be another number.
 */
export function refuseRepeatedRandom(
  node: CstNode,
  items: readonly { readonly node: CstNode; readonly expression: Expression }[],
): void {
  const clause = ['groupby', 'having', 'qualify', 'orderby'].find((each) => node.has(each));
  const item = clause && items.find(({ expression }) => RANDOM.test(expression.sql.replaceAll(STRINGS_AND_NAMES, '')));
  if (item) throw item.node.unsupported('a random column beside GROUP BY, HAVING, QUALIFY or ORDER BY');
}

/** Refuses RAND() in what an aggregate or window function works on: DuckDB makes one of two calls that are written alike. */
export function refuseRandom(argument: CstNode, name: string): void {
  const [call] = callsIn(argument, ...RANDOM_FUNCTIONS.keys());
  if (call) throw call.unsupported(`${call.need('func').keyword} inside ${name}; name it in a subquery in FROM, which`);
}
