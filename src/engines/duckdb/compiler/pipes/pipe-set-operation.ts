import { type CstNode } from '../cst.js';
import { type CompiledQuery, compileQuery, readable } from '../queries/query.js';
import { relation, type Relation } from '../names/relation.js';
import { type QueryContext, type Scope } from '../names/scope.js';
import { nameOutputs, outputSql } from '../queries/select.js';
import { united } from '../queries/set-operation.js';
import { OPERATOR_PARTS, setOperator } from '../expressions/set-operator.js';
import { wholeColumns } from '../names/star.js';
import { refuseMixedRows, rowValueOf } from '../names/value-table.js';

/** `|> UNION ALL (…), (…)` and its kin. */
export function pipeSetOperation(
  left: Relation,
  node: CstNode,
  context: QueryContext,
  outer: Scope | undefined,
): Relation {
  node.only('exprs', ...OPERATOR_PARTS);
  const operator = setOperator(node);
  const others = node.list('exprs').map((query) => {
    if (query.type !== 'GroupedStatement') throw query.error(`|> ${operator.name} takes queries in parentheses`);
    return compileQuery(query, context, outer);
  });
  const queries = [wholeRelation(left, node), ...others];
  refuseMixedRows(queries, node);
  const query = united(operator, queries, node, context);
  return relation(readable(`(${query.sql})`, query), undefined, context);
}

/** All rows and columns of what has come through a pipe. */
export function wholeRelation(whole: Relation, node: CstNode): CompiledQuery {
  const { sql, variables, merged } = whole;
  const value = rowValueOf(whole);
  if (value) {
    const items = nameOutputs([{ name: variables[0]?.name, node, expression: value }]);
    return { sql: `SELECT ${items.map(outputSql).join(', ')} FROM ${sql}`, columns: items, isValueTable: true };
  }
  const columns = nameOutputs(wholeColumns(variables, merged, node).map((column) => ({ node, ...column })));
  if (columns.length === 0) throw node.error('this pipe has no columns');
  return { sql: `SELECT ${columns.map(outputSql).join(', ')} FROM ${sql}`, columns };
}
