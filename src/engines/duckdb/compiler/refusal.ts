import { type QueryNode, type NameNode, type SelectNode } from '../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../googlesql/ast/parts.js';
import { byPlace } from '../../../googlesql/tokens/text-position.js';
import { problemAt } from '../../../googlesql/sql-problem.js';
import { type SqlProblem } from '../../engine.js';
import { aggregateIn, isAggregate, queryIn } from './grouping/aggregation.js';
import { NOT_HERE } from './dialect-error.js';
import { parseStatement } from './parse-statement.js';

const UNGROUPED = /column "?([^"]+?)"? must appear in the GROUP BY clause/;

/** DuckDB's refusal of a compiled query, as a problem of the author's text. */
export function refusalOf(sql: string, reason: string): SqlProblem {
  const message = `the embedded engine refuses the query: ${reason}`;
  return placed(sql, reason) ?? { line: 1, column: 1, message };
}

/** Longest text of a caller's that is parsed once more, on the event loop, for the place of its mistake. */
const MAX_PARSED_LENGTH = 2048;

/** DuckDB's refusal of a caller's text. Its words may be about SQL that the caller must not see. */
export function callerRefusalOf(sql: string, reason: string): SqlProblem {
  const known = sql.length <= MAX_PARSED_LENGTH ? placed(sql, reason) : undefined;
  if (known) return { ...known, message: known.message.replace(NOT_HERE, 'is not supported') };
  return { line: 1, column: 1, message: 'the engine refuses this; write it another way' };
}

function placed(sql: string, reason: string): SqlProblem | undefined {
  return ungroupedColumn(sql, reason) ?? joinedQuery(sql, reason);
}

/** The query in the condition of an outer join, where DuckDB takes only some. */
function joinedQuery(sql: string, reason: string): SqlProblem | undefined {
  const query = reason.includes('non-inner join on subquery') ? outerJoinQuery(parseStatement(sql)) : undefined;
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

function ungroupedColumn(sql: string, reason: string): SqlProblem | undefined {
  const name = UNGROUPED.exec(reason)?.[1];
  const use = name === undefined ? undefined : ungroupedUses(parseStatement(sql), name).sort(byPlace)[0];
  if (!use) return undefined;
  return {
    line: use.line,
    column: use.column,
    message: `column "${name ?? ''}" is neither in GROUP BY nor in an aggregate function; add it to GROUP BY, or aggregate it, with ANY_VALUE for instance`,
  };
}

/** The places where columns of this name stand for themselves in a query whose rows are put into groups. */
function ungroupedUses(node: TreeNode, name: string): TreeNode[] {
  const inner = partsOf(node).flatMap((part) => ungroupedUses(part, name));
  if (node.type !== 'Select' || !isGrouped(node)) return inner;
  const keys = node.orderBy?.items.map(({ key }) => key) ?? [];
  const parts = [...node.items, ...(node.having ? [node.having.condition] : []), ...keys];
  return [...parts.flatMap((part) => uses(part, name)), ...inner];
}

function isGrouped({ groupBy, having, items }: SelectNode): boolean {
  return groupBy !== undefined || having !== undefined || items.some((item) => aggregateIn(item));
}

function uses(node: TreeNode, name: string): TreeNode[] {
  if (isAggregate(node)) return [];
  if (node.type === 'Field' && isNamed(node.field, name)) return [node];
  if (node.type === 'Name') return isNamed(node, name) ? [node] : [];
  return partsOf(node).flatMap((part) => uses(part, name));
}

function isNamed(node: NameNode, name: string): boolean {
  return node.name.toLowerCase() === name.toLowerCase();
}
