import { type QueryNode } from '../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../googlesql/ast/parts.js';
import { problemAt } from '../../../googlesql/sql-problem.js';
import { type SqlProblem } from '../../engine.js';
import { queryIn } from '../../../googlesql/resolver/aggregation.js';
import { NOT_HERE } from '../../../googlesql/resolver/dialect-error.js';
import { parse } from '../../../googlesql/grammar/parse.js';

/** DuckDB's refusal of a compiled query, as a problem of the author's text. */
export function refusalOf(sql: string, reason: string): SqlProblem {
  const message = `the embedded engine refuses the query: ${reason}`;
  return joinedQuery(sql, reason) ?? { line: 1, column: 1, message };
}

/** Longest text of a caller's that is parsed once more, on the event loop, for the place of its mistake. */
const MAX_PARSED_LENGTH = 2048;

/** DuckDB's refusal of a caller's text. Its words may be about SQL that the caller must not see. */
export function callerRefusalOf(sql: string, reason: string): SqlProblem {
  const known = sql.length <= MAX_PARSED_LENGTH ? joinedQuery(sql, reason) : undefined;
  if (known) return { ...known, message: known.message.replace(NOT_HERE, 'is not supported') };
  return { line: 1, column: 1, message: 'the engine refuses this; write it another way' };
}

/** The query in the condition of an outer join, where DuckDB takes only some. */
function joinedQuery(sql: string, reason: string): SqlProblem | undefined {
  const query = reason.includes('non-inner join on subquery') ? outerJoinQuery(parse(sql)) : undefined;
  if (!query) return undefined;
  const message = `this subquery in ON of an outer join ${NOT_HERE}; join with the rows of it instead, or write it in WHERE`;
  return problemAt(query, message);
}

function outerJoinQuery(node: TreeNode): QueryNode | undefined {
  const join = node.type === 'PipeJoin' ? node.clause : node.type === 'Join' ? node : undefined;
  const on = join && /^(?:LEFT|RIGHT|FULL)$/.test(join.kind) ? join.on : undefined;
  return (on && queryIn(on.condition)) ?? firstOf(partsOf(node), outerJoinQuery);
}

function firstOf<From, To>(items: readonly From[], find: (item: From) => To | undefined): To | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
