import { type Endpoint } from '../../endpoint-files/endpoint.js';
import {
  type QueryNode,
  type FromNode,
  type SelectNode,
  type WithClauseNode,
  type ExpressionNode,
  type IntervalNode,
} from '../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../googlesql/ast/parts.js';
import { ifParsed, parse } from '../../googlesql/grammar/parse.js';
import { formatTimestamp, parseTimestamp } from '../../parameters/scalar.js';
import { type BoundQuery } from '../bound-query.js';
import { type ParameterBinding, type ParameterValue } from '../../parameters/parameter.js';

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

/** Bounds of a column, in microseconds since 1970; undefined where there is none. */
export interface TimeBounds {
  readonly least?: bigint | undefined;
  readonly most?: bigint | undefined;
  /** The lower-case name before the column's; empty where there is none. */
  readonly of?: string;
}

/** Bounds by the lower-case names of columns. */
export type BoundColumns = ReadonlyMap<string, TimeBounds>;

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The bounds that a WHERE puts on columns by instants. A column with several names before it has none. */
export function boundsIn({ where }: SelectNode, call: CallInstants): BoundColumns {
  const found = new Map<string, TimeBounds>();
  const add = (column: ExpressionNode, bounds: TimeBounds) => {
    const name = columnName(column);
    if (name === undefined) return;
    const of = ownerName(column);
    const known = found.get(name);
    found.set(name, known && known.of !== of ? { of: '*' } : { ...within(known ?? {}, bounds), of });
  };
  const read = (node: ExpressionNode): void => {
    if (node.type === 'Brackets') read(node.inner);
    if (node.type === 'Between' && !node.isNegated) {
      add(node.left, { least: constantInstant(node.least, call), most: constantInstant(node.greatest, call) });
    }
    if (node.type !== 'Binary') return;
    const { operator, left, right } = node;
    if (operator === 'AND') {
      read(left);
      read(right);
    } else if (MIRRORED[operator] !== undefined) {
      add(left, boundsBy(operator, constantInstant(right, call)));
      add(right, boundsBy(MIRRORED[operator] ?? '', constantInstant(left, call)));
    }
  };
  if (where) read(where.condition);
  return found;
}

function boundsBy(operator: string, instant: bigint | undefined): TimeBounds {
  return operator.startsWith('>') ? { least: instant } : { most: instant };
}

/** The bounds of both together. */
export function within(one: TimeBounds, other: TimeBounds): TimeBounds {
  const { least = other.least, most = other.most } = one;
  return {
    least: least !== undefined && other.least !== undefined && other.least > least ? other.least : least,
    most: most !== undefined && other.most !== undefined && other.most < most ? other.most : most,
  };
}

export function columnName(node: ExpressionNode): string | undefined {
  if (node.type === 'Name') return node.name.toLowerCase();
  return node.type === 'Field' && node.operand.type === 'Name' ? node.field.name.toLowerCase() : undefined;
}

/** The FROM item that a column is qualified with; empty where it is not qualified. */
export function ownerName(node: ExpressionNode): string {
  return node.type === 'Field' && node.operand.type === 'Name' ? node.operand.name.toLowerCase() : '';
}

/** The SELECT of a query, inside any brackets; undefined where it is something else. */
export function selectOf({ body }: QueryNode): SelectNode | undefined {
  if (body.type === 'Select') return body;
  return body.type === 'BracketedQuery' && body.query.with === undefined ? selectOf(body.query) : undefined;
}

/** Values that an expression of one call may name. */
export interface CallInstants {
  /** The value of CURRENT_TIMESTAMP, in microseconds since 1970. */
  readonly now: bigint;
  /** Parameters by lower-case names. */
  readonly parameters: ReadonlyMap<string, ParameterBinding>;
}

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['MICROSECOND', 1n],
  ['MILLISECOND', 1000n],
  ['SECOND', 1_000_000n],
  ['MINUTE', 60_000_000n],
  ['HOUR', 3_600_000_000n],
  ['DAY', 86_400_000_000n],
]);

/** The instant that an expression means in a call, in microseconds since 1970; undefined where it is none, or cannot be worked out here. */
export function constantInstant(node: ExpressionNode, call: CallInstants): bigint | undefined {
  switch (node.type) {
    case 'Brackets':
      return constantInstant(node.inner, call);
    case 'String':
      return instantOfText(node.value);
    case 'Prefix':
      return ['TIMESTAMP', 'DATE', 'DATETIME'].includes(node.operator)
        ? constantInstant(node.operand, call)
        : undefined;
    case 'Parameter': {
      const value = parameterOf(node.text, call);
      if (typeof value === 'string') return instantOfText(value);
      // Whole numbers are bigints here too, and no instants.
      return typeof value === 'bigint' && bindingOf(node.text, call)?.declaration.type === 'timestamp'
        ? value
        : undefined;
    }
    case 'Name':
      return node.text.toUpperCase() === 'CURRENT_TIMESTAMP' ? call.now : undefined;
    case 'Binary':
      return ['+', '-'].includes(node.operator) && node.right.type === 'Interval'
        ? shifted(node.left, node.right, node.operator === '+', call)
        : undefined;
    case 'Call':
      return ofCall(node.name, node.args, call);
    default:
      return undefined;
  }
}

function ofCall(name: string, args: readonly ExpressionNode[], call: CallInstants): bigint | undefined {
  const [first, second] = args;
  if (name === 'CURRENT_TIMESTAMP') return call.now;
  if (!first) return undefined;
  if (name === 'CAST' && first.type === 'CastOperand' && !first.format) return constantInstant(first.value, call);
  if (name === 'TIMESTAMP' && !second) return constantInstant(first, call);
  if (name === 'COALESCE' || name === 'IFNULL') {
    const given = args.find((arg) => arg.type !== 'Parameter' || parameterOf(arg.text, call) !== null);
    return given && constantInstant(given, call);
  }
  if (second?.type !== 'Interval') return undefined;
  return name === 'TIMESTAMP_ADD' || name === 'TIMESTAMP_SUB'
    ? shifted(first, second, name === 'TIMESTAMP_ADD', call)
    : undefined;
}

function shifted(
  from: ExpressionNode,
  { amount, part }: IntervalNode,
  isLater: boolean,
  call: CallInstants,
): bigint | undefined {
  const start = constantInstant(from, call);
  const unit = UNITS.get(part.text.toUpperCase());
  const count =
    amount.type === 'Integer' ? amount.value : amount.type === 'Parameter' ? parameterOf(amount.text, call) : 0;
  if (start === undefined || unit === undefined || typeof count !== 'bigint') return undefined;
  return isLater ? start + count * unit : start - count * unit;
}

function parameterOf(text: string, call: CallInstants): ParameterValue | undefined {
  return bindingOf(text, call)?.value;
}

function bindingOf(text: string, { parameters }: CallInstants): ParameterBinding | undefined {
  return parameters.get(text.slice(1).toLowerCase());
}

/** Parses a text as GoogleSQL does, which takes `+00` and ` UTC` for an offset as well. */
function instantOfText(text: string): bigint | undefined {
  const parsed = parseTimestamp(text.replace(/ UTC$/, 'Z').replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00'));
  return 'value' in parsed ? parsed.value : undefined;
}
