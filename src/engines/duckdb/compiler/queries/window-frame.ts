import { type CstNode } from '../cst.js';
import { compileAs } from '../expressions/expressions.js';
import { numericOfLiteral } from '../literals/numeric-literal.js';
import { type Scope } from '../names/scope.js';
import { INT64, isNumeric, type SqlType } from '../../../../googlesql/types/types.js';

/** The bounds of a frame from the first row to the last. */
const PLACES = ['UNBOUNDED PRECEDING', 'n PRECEDING', 'CURRENT ROW', 'n FOLLOWING', 'UNBOUNDED FOLLOWING'];

interface Bound {
  readonly sql: string;
  readonly place: number;
}

export interface Frame {
  readonly sql: string;
  /** RANGE with a distance: DuckDB then wants one key of ORDER BY that the distance can be added to. */
  readonly isDistant: boolean;
}

/** ROWS or RANGE; without BETWEEN a frame ends at the current row. `types` are those of the keys of ORDER BY. */
export function compileFrame(node: CstNode, scope: Scope, types: readonly SqlType[]): Frame {
  node.only('start', 'end', 'between', 'and');
  const isRange = node.keyword === 'RANGE';
  const type = isRange ? types[0] : INT64;
  const read = (words: readonly CstNode[]) => bound(words, scope, node, isRange, type);
  const start = read(node.list('start'));
  const end = node.has('end') ? read(node.list('end')) : { sql: 'CURRENT ROW', place: 2 };
  if (start.place === 4 || end.place === 0 || start.place > end.place) {
    throw node.error('this frame ends before it begins');
  }
  const places = [start.place, end.place];
  const isDistant = isRange && places.some((place) => PLACES[place]?.startsWith('n'));
  if (isDistant && types.length !== 1) throw node.error('RANGE with a distance needs ORDER BY with one number');
  return { sql: `${isRange ? 'RANGE' : 'ROWS'} BETWEEN ${start.sql} AND ${end.sql}`, isDistant };
}

function bound(
  words: readonly CstNode[],
  scope: Scope,
  node: CstNode,
  isRange: boolean,
  type: SqlType | undefined,
): Bound {
  const [first, second] = words;
  if (!first || !second || words.length > 2) throw node.unsupported('this frame');
  second.only();
  const distance = first.type === 'Keyword' ? undefined : first;
  const place = PLACES.indexOf(`${distance ? 'n' : first.keyword} ${second.keyword}`);
  if (place < 0) throw first.error('a frame is bounded by UNBOUNDED, CURRENT ROW, a number or a parameter');
  if (!distance) {
    first.only();
    return { sql: `${first.keyword} ${second.keyword}`, place };
  }
  if (!type || !isNumeric(type)) throw node.error('RANGE with a distance needs ORDER BY with one number');
  return { sql: `${distanceSql(distance, scope, isRange, type)} ${second.keyword}`, place };
}

function distanceSql(node: CstNode, scope: Scope, isRange: boolean, type: SqlType): string {
  if (node.type === 'GroupedExpr') {
    node.only('expr');
    return distanceSql(node.need('expr'), scope, isRange, type);
  }
  const isSigned = node.type === 'UnaryOperator' && node.text === '-';
  if (isSigned) throw node.error('the distance of a frame cannot be negative');
  if (!['NumericLiteral', 'Parameter', 'UnaryOperator'].includes(node.type)) {
    throw node.error('the distance of a frame is a number written out or a parameter');
  }
  const numeric = type.kind === 'NUMERIC' ? numericOfLiteral(node) : undefined;
  if (numeric) node.only();
  const sql = numeric?.sql ?? compileAs(node, scope, type);
  if (type.kind === 'FLOAT64') return `bq_float_distance(${sql})`;
  if (type.kind === 'NUMERIC') return `bq_numeric_distance(${sql})`;
  return isRange && type.kind === 'INT64' ? `CAST(bq_distance(${sql}) AS HUGEINT)` : `bq_distance(${sql})`;
}
