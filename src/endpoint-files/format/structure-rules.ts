import { PARTITION_COLUMNS } from '../../catalog/partition-columns.js';
import { ifParsed } from '../../googlesql/parser/parse-query.js';
import type { SyntaxNode } from '../../googlesql/parser/syntax-node.js';
import { tableReads } from '../../googlesql/checks/table-reads.js';
import { topStar } from '../../googlesql/checks/top-star.js';
import type { Endpoint } from '../endpoint.js';
import type { Problem } from '../../diagnostics/problem.js';

/**
 * What can be told from how a query is built, whatever engine runs it. Text that our parser does not take is left to the
 * engine, which either takes it or says why not.
 */
export function structureProblems(endpoint: Endpoint): readonly Problem[] {
  const rules = (query: SyntaxNode) => [...starProblems(endpoint, query), ...scanProblems(endpoint, query)];
  return ifParsed(endpoint.sql, rules) ?? [];
}

/** Clients would get another answer from one day to the next because somebody has added a column to a table. */
function starProblems({ columns, source }: Endpoint, query: SyntaxNode): readonly Problem[] {
  const star = columns ? undefined : topStar(query);
  if (!star) return [];
  const { line, column } = star;
  const message =
    star.type === 'Asterisk'
      ? 'name the columns instead of *, which returns whatever the table has by then; or promise them under "columns"'
      : 'end the query with |> SELECT and the columns by name, without which it returns whatever the table has by then; ' +
        'or promise them under "columns"';
  return [source.problem('select_star', { line, column, message })];
}

function scanProblems({ source }: Endpoint, query: SyntaxNode): readonly Problem[] {
  return tableReads(query, PARTITION_COLUMNS)
    .filter(({ isUnbounded }) => isUnbounded)
    .map(({ table, line, column }) => {
      const bound = PARTITION_COLUMNS.get(table) ?? '';
      const message =
        `every run reads all of ${table}; bound ${bound} from below in WHERE (>, >=, =, BETWEEN) by a constant expression: ` +
        'parameters, literals, CURRENT_TIMESTAMP() and functions of them, no column, no subquery, and not in one side of an OR';
      return source.problem('unbounded_scan', { line, column, message }, 'warning');
    });
}
