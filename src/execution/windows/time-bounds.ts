import { type ExpressionNode, type QueryNode } from '../../googlesql/ast/nodes.js';
import { type SelectNode } from '../../googlesql/ast/nodes.js';
import { type CallInstants, constantInstant } from './constant-instant.js';

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
