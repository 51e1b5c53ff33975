import { type ElementNode, type InNode, type QueryNode, type WithClauseNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { functionsThat } from '../functions/catalogue.js';
import { isNumber } from '../resolver/literal-key.js';
import { isHarmless, isPath, isPlain } from './leakproof.js';

/**
 * Whether nothing that the queries of a WITH compute can fail, for any rows. Where something can, a condition of a caller's on its value,
 * however harmless, may have it computed for rows that the WITH filters out.
 */
export function isLeakproofClause({ isRecursive, queries }: WithClauseNode): boolean {
  return !isRecursive && queries.every(({ query }) => isSelect(query));
}

/** A SELECT in brackets. */
function isSelect({ with: clause, body }: QueryNode): boolean {
  if (clause !== undefined || body.type !== 'BracketedQuery' || body.orderBy || body.limit) return false;
  const { query } = body;
  return query.with === undefined && query.body.type === 'Select' && isHarmless(query.body, ofAuthors);
}

const FOR_AUTHORS = functionsThat(({ leakproof }) => leakproof === 'for authors');

/** Whether a node is harmless in an author's query, which has parameters, joins tables, and asks for elements that may not be there. */
function ofAuthors(node: TreeNode): boolean | undefined {
  switch (node.type) {
    case 'Parameter':
      return true;
    case 'Join':
      return node.using === undefined && partsOf(node).every(isHarmlessHere);
    case 'StarItem':
      return node.replace.length === 0 && partsOf(node).every(isHarmlessHere);
    case 'Element':
      return isSafeElement(node) && isHarmlessHere(node.operand);
    case 'Call':
      return FOR_AUTHORS.has(node.name) ? isPlain(node) && node.args.every(isHarmlessHere) : undefined;
    case 'In':
      return isAmongOthers(node);
    default:
      return undefined;
  }
}

const isHarmlessHere = (node: TreeNode): boolean => isHarmless(node, ofAuthors);

/** `[SAFE_OFFSET(0)]` */
function isSafeElement({ kind, position }: ElementNode): boolean {
  return (kind === 'SAFE_OFFSET' || kind === 'SAFE_ORDINAL') && isNumber(position);
}

/** `IN UNNEST(@names)`, `IN (SELECT …)` */
function isAmongOthers({ left, among }: InNode): boolean | undefined {
  if (among.type === 'List') return undefined;
  if (!isHarmlessHere(left)) return false;
  return among.type === 'Query' ? isSelect(among) : among.array.type === 'Parameter' || isPath(among.array);
}
