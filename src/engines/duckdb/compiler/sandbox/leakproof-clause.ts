import { type CstNode } from '../cst.js';
import { functionOf, hasOnly, isHarmless, isPath, partsOf } from '../sandbox/leakproof.js';

/**
 * Whether nothing that the queries of a WITH compute can fail, whichever rows it is computed for. Where something can, a
 * condition of a caller's on its value, however harmless, may have it computed for rows that the WITH filters out.
 */
export function isLeakproofClause(clause: CstNode): boolean {
  return hasOnly(clause, ['queries']) && clause.list('queries').every((query) => isQuery(query.child('stmt')));
}

function isQuery(node: CstNode | undefined): boolean {
  const query = node?.type === 'GroupedStatement' && hasOnly(node, ['stmt']) ? node.child('stmt') : undefined;
  return query?.type === 'SelectStatement' && isHarmless(query, ofAuthors);
}

const JOIN = ['join_type', 'outer', 'left', 'right', 'on'];

/** The author has parameters, joins tables, and asks for elements that may not be there. */
function ofAuthors(node: CstNode): boolean | undefined {
  switch (node.type) {
    case 'Parameter':
      return hasOnly(node, []);
    case 'JoinOperator':
      return hasOnly(node, JOIN) && JOIN.every((part) => partsOf(node, part).every(isHarmlessHere));
    case 'Asterisk':
      return hasOnly(node, ['except']);
    case 'AccessOperator':
      return hasOnly(node, ['left', 'right']) && isHarmlessHere(node.need('left')) && isSafePlace(node.need('right'));
    case 'CallingFunction':
      return functionOf(node) === 'COALESCE'
        ? hasOnly(node, ['func', 'args']) && node.list('args').every(isHarmlessHere)
        : undefined;
    case 'InOperator':
      return isAmongOthers(node);
    case 'LimitClause':
      // A number that a caller gives may be none of rows.
      return isHarmless(node);
    default:
      return undefined;
  }
}

const isHarmlessHere = (node: CstNode): boolean => isHarmless(node, ofAuthors);

/** `[SAFE_OFFSET(0)]` */
function isSafePlace(place: CstNode): boolean {
  const [index, ...others] = place.list('args');
  return (
    ['SAFE_OFFSET', 'SAFE_ORDINAL'].includes(functionOf(place)) &&
    index?.type === 'NumericLiteral' &&
    others.length === 0
  );
}

/** `IN UNNEST(@names)`, `IN (SELECT …)` */
function isAmongOthers(node: CstNode): boolean | undefined {
  const right = node.child('right');
  if (right?.type !== 'CallingUnnest' && right?.type !== 'GroupedStatement') return undefined;
  if (!hasOnly(node, ['not', 'left', 'right']) || !isHarmlessHere(node.need('left'))) return false;
  if (right.type === 'GroupedStatement') return isQuery(right);
  return (
    hasOnly(right, ['func', 'args']) && right.list('args').every((each) => each.type === 'Parameter' || isPath(each))
  );
}
