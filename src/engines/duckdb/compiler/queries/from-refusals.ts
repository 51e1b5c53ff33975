import { quote } from '../../../../errors/excerpt.js';
import { type CstNode, NOT_HERE, UnknownTable } from '../cst.js';
import { pathText } from '../literals/literals.js';
import { type QueryContext } from '../names/scope.js';
import { namesBeside, noTableReason } from '../names/table-path.js';

/** A name that is no table's, with its project and dataset where it has them. */
export function unknownTable(node: CstNode, name: string, { queries, catalog }: QueryContext): Error {
  const reason = noTableReason(name, catalog.tables);
  const message = `there is no table ${quote(name)}`;
  if (reason !== undefined) return node.error(`${message}: ${reason}`);
  return new UnknownTable(node, message, name, [...queries.keys(), ...namesBeside(name, catalog.tables)]);
}

/** What makes an array in GoogleSQL, by what other dialects make rows with. */
const SERIES = /^(?:GENERATE_SERIES|RANGE|SEQUENCE|GENERATE_ARRAY)$/;

export function tableFunction(node: CstNode): Error {
  const name = pathText(node.need('func')).toUpperCase();
  if (SERIES.test(name))
    return node.need('func').error('in FROM an array stands in UNNEST: UNNEST(GENERATE_ARRAY(1, 10)) AS n');
  return node
    .need('func')
    .error(
      `the function ${name} in FROM ${NOT_HERE}; it takes tables by their names, queries in brackets, and UNNEST(array)`,
    );
}
