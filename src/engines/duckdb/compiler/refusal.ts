import { byPlace } from '../../../googlesql/tokens/text-position.js';
import { type SqlProblem } from '../../engine.js';
import { aggregateIn, isAggregate, queryIn } from './grouping/aggregation.js';
import { type CstNode, NOT_HERE, parseStatement } from './cst.js';
import { partText } from './literals/literals.js';

const UNGROUPED = /column "?([^"]+?)"? must appear in the GROUP BY clause/;

/** What DuckDB says against a compiled query, as a problem of the author's text. */
export function refusalOf(sql: string, reason: string): SqlProblem {
  const message = `the embedded engine refuses the query: ${reason}`;
  return placed(sql, reason) ?? { line: 1, column: 1, message };
}

/** A longer text of a caller's is not parsed once more, on the event loop, for the place of what is wrong with it. */
const MAX_PARSED_LENGTH = 2048;

/** The same for a caller's text. DuckDB's words may be about SQL that is not the caller's to see. */
export function callerRefusalOf(sql: string, reason: string): SqlProblem {
  const known = sql.length <= MAX_PARSED_LENGTH ? placed(sql, reason) : undefined;
  if (known) return { ...known, message: known.message.replace(NOT_HERE, 'is not supported') };
  return { line: 1, column: 1, message: 'the engine refuses this; write it another way' };
}

function placed(sql: string, reason: string): SqlProblem | undefined {
  return ungroupedColumn(sql, reason) ?? joinedQuery(sql, reason);
}

/** DuckDB takes some queries in the condition of an outer join, and some not. */
function joinedQuery(sql: string, reason: string): SqlProblem | undefined {
  const query = reason.includes('non-inner join on subquery') ? outerJoinQuery(parseStatement(sql)) : undefined;
  if (!query) return undefined;
  const { line, column } = query;
  const message = `this subquery in ON of an outer join ${NOT_HERE}; join with the rows of it instead, or write it in WHERE`;
  return { line, column, message };
}

function outerJoinQuery(node: CstNode): CstNode | undefined {
  const type = (node.child('join_type') ?? node.child('method'))?.keyword ?? '';
  const on = /^(?:LEFT|RIGHT|FULL)$/.test(type) ? node.child('on') : undefined;
  const own = on && queryIn(on);
  if (own) return own;
  for (const child of node.children()) {
    const found = outerJoinQuery(child);
    if (found) return found;
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

/** Where columns of this name stand for themselves in a query whose rows are put into groups. */
function ungroupedUses(node: CstNode, name: string): CstNode[] {
  const inner = node.children().flatMap((child) => ungroupedUses(child, name));
  if (node.type !== 'SelectStatement' || !isGrouped(node)) return inner;
  const parts = [
    ...node.list('exprs'),
    ...[node.child('having') ?? []].flat(),
    ...[node.child('orderby') ?? []].flat(),
  ];
  return [...parts.flatMap((part) => uses(part, name)), ...inner];
}

function isGrouped(select: CstNode): boolean {
  return select.has('groupby') || select.has('having') || select.list('exprs').some((item) => aggregateIn(item));
}

function uses(node: CstNode, name: string): CstNode[] {
  if (isAggregate(node)) return [];
  if (node.type === 'DotOperator') return path(node).some((part) => isNamed(part, name)) ? [node] : [];
  if (isNamed(node, name)) return [node];
  // The words before and behind an expression are no columns.
  const names = node.childNames().filter((child) => child !== 'func' && child !== 'alias');
  return names.flatMap((child) => node.child(child) ?? node.list(child)).flatMap((child) => uses(child, name));
}

/** The names between the dots. */
function path(node: CstNode): CstNode[] {
  return node.type === 'DotOperator' ? [...path(node.need('left')), node.need('right')] : [node];
}

function isNamed(node: CstNode, name: string): boolean {
  return node.type === 'Identifier' && partText(node).toLowerCase() === name.toLowerCase();
}
