import { TimeBounds, BoundColumns, boundsIn, within, columnName, ownerName, selectOf } from './time-bounds.js';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { type QueryNode, type FromNode, type SelectNode, type WithClauseNode } from '../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../googlesql/ast/parts.js';
import { ifParsed, parse } from '../../googlesql/grammar/parse.js';
import { formatTimestamp } from '../../parameters/calendar.js';
import { type BoundQuery } from '../bound-query.js';
import { type CallInstants } from './constant-instant.js';

/** Most characters of a caller's SQL that is checked: it is parsed on the thread that answers everybody. */
const MAX_LENGTH = 4096;

/** The bounded columns of the queries in an endpoint's WITH, by the queries' lower-case names. */
type Windows = ReadonlyMap<string, BoundColumns>;

/**
 * Remarks on a caller's SQL that asks for times beyond those that the endpoint's queries have, which its answer alone does not reveal.
 * There are none unless it is certain.
 *
 * @param now when the engine was asked, in milliseconds since 1970
 */
export function windowRemarks({ endpoint, values, sandboxSql }: BoundQuery, now: number): readonly string[] {
  if (sandboxSql === undefined || sandboxSql.length > MAX_LENGTH) return [];
  const authored = withOf(endpoint);
  const asked = authored && parsed(sandboxSql);
  if (!asked) return [];
  const parameters = new Map(values.map((binding) => [binding.declaration.name.toLowerCase(), binding]));
  const call = { now: BigInt(now) * 1000n, parameters };
  return [...new Set(remarksIn(asked, windowsOf(authored, call), call))];
}

/** The WITH of each endpoint's query, which is the same in each call; null where it has none. */
const CLAUSES = new WeakMap<Endpoint, WithClauseNode | null>();

function withOf(endpoint: Endpoint): WithClauseNode | null {
  const known = CLAUSES.get(endpoint);
  if (known !== undefined) return known;
  const clause = parsed(endpoint.sql)?.with ?? null;
  CLAUSES.set(endpoint, clause);
  return clause;
}

function parsed(sql: string): QueryNode | undefined {
  // Parsed strictly, since a part that the lenient parser skips might change the rows.
  return ifParsed(sql, () => parse(sql));
}

function windowsOf({ queries, isRecursive }: WithClauseNode, call: CallInstants): Windows {
  const windows = new Map<string, BoundColumns>();
  for (const { name, query } of isRecursive ? [] : queries) {
    const select = selectOf(query);
    if (select) windows.set(name.toLowerCase(), handedOn(select, boundsWithin(select, windows, call)));
  }
  return windows;
}

/** The bounds of a SELECT of its own, and of the query that it reads, if it reads one alone. */
function boundsWithin(select: SelectNode, windows: Windows, call: CallInstants): BoundColumns {
  const { from } = select;
  const all = new Map(boundsIn(select, call));
  if (from?.type !== 'Table' || !from.isPlain) return all;
  for (const [column, bounds] of windows.get(from.path.toLowerCase()) ?? []) {
    all.set(column, { ...within(bounds, all.get(column) ?? {}), of: '' });
  }
  return all;
}

/** The bounds of the columns that a SELECT passes on unchanged, under their new names. */
function handedOn({ items }: SelectNode, bounds: BoundColumns): BoundColumns {
  const found = new Map<string, TimeBounds>();
  const isOf = (owner: string, { of = '' }: TimeBounds) => owner === '' || of === '' || owner === of;
  for (const item of items) {
    if (item.type === 'StarItem') {
      const owner = item.of?.text.toLowerCase() ?? '';
      const others = [...item.except, ...item.replace.map(({ alias }) => alias)].map(({ name }) => name.toLowerCase());
      for (const [column, its] of bounds) {
        if (!others.includes(column) && isOf(owner, its)) found.set(column, { ...its, of: '' });
      }
      continue;
    }
    const column = columnName(item.value);
    const name = item.alias?.name.toLowerCase() ?? column;
    const its = column === undefined ? undefined : bounds.get(column);
    if (name === undefined) continue;
    if (its && isOf(ownerName(item.value), its)) found.set(name, { ...its, of: '' });
    else found.delete(name);
  }
  return found;
}

/** The names in a FROM, each with the alias of its columns. */
function namedItems(from: FromNode | undefined): readonly { readonly name: string; readonly alias: string }[] {
  switch (from?.type) {
    case 'Table': {
      const name = from.path.toLowerCase();
      return from.isPlain ? [{ name, alias: from.alias?.name.toLowerCase() ?? name }] : [];
    }
    case 'Join':
      return [...namedItems(from.left), ...namedItems(from.right)];
    case 'BracketedJoin':
      return namedItems(from.inner);
    default:
      return [];
  }
}

function remarksIn(query: QueryNode, windows: Windows, call: CallInstants): readonly string[] {
  const hidden = new Set(selects(query).flatMap((node) => namesOfWith(node)));
  const visible = new Map(Array.from(windows).filter(([name]) => !hidden.has(name)));
  return selects(query).flatMap((node) => {
    if (node.type !== 'Select') return [];
    const [read, another] = namedItems(node.from).filter(({ name }) => visible.has(name));
    if (!read || another) return [];
    const asked = boundsIn(node, call);
    return Array.from(visible.get(read.name) ?? []).flatMap(([column, has]) => {
      const bounds = asked.get(column);
      return bounds && ['', read.alias].includes(bounds.of ?? '') ? beyond(read.name, column, bounds, has) : [];
    });
  });
}

/** All queries and SELECTs within a node, itself included. */
function selects(node: TreeNode): readonly TreeNode[] {
  return [node, ...partsOf(node).flatMap(selects)].filter(({ type }) => type === 'Query' || type === 'Select');
}

function namesOfWith(node: TreeNode): readonly string[] {
  return node.type === 'Query' ? (node.with?.queries ?? []).map(({ name }) => name.toLowerCase()) : [];
}

function beyond(query: string, column: string, asked: TimeBounds, has: TimeBounds): readonly string[] {
  const isBefore = (one: bigint | undefined, other: bigint | undefined) =>
    one !== undefined && other !== undefined && one < other;
  const remarks: string[] = [];
  if (has.least !== undefined && (isBefore(asked.least, has.least) || isBefore(asked.most, has.least))) {
    remarks.push(
      `${query} begins at ${formatTimestamp(has.least)}: the SQL asks for an earlier ${column}, of which there is nothing`,
    );
  }
  if (has.most !== undefined && (isBefore(has.most, asked.most) || isBefore(has.most, asked.least))) {
    remarks.push(
      `${query} ends at ${formatTimestamp(has.most)}: the SQL asks for a later ${column}, of which there is nothing`,
    );
  }
  return remarks;
}
