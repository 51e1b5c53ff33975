import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { toSafeVariant } from '../expressions/safe-macros.js';
import { eachElement, fieldsOf, isStruct, once, packed } from '../expressions/struct-value.js';
import { namedType } from './type-syntax.js';
import { NUMERIC } from '../../../../googlesql/types/types.js';
import { duckDbType } from './duckdb-types.js';

/** What a CAST to `STRING(5)` or `NUMERIC(10, 2)` asks of a value, beyond its type; of an array, of each element. */
export type TypeLimit =
  | { readonly length: bigint }
  | { readonly precision: bigint; readonly scale: bigint }
  | { readonly element: TypeLimit }
  | { readonly fields: readonly (TypeLimit | undefined)[] };

const MAX_SCALE = 9n;
/** Digits before the point. */
const MAX_WHOLE = 29n;

/** The limits in a type that CAST names. */
export function typeLimit(node: CstNode): TypeLimit | undefined {
  const parameter = node.child('parameter');
  const declaration = node.child('type_declaration');
  if (declaration && node.keyword === 'ARRAY') {
    const element = typeLimit(declaration.need('type'));
    return element && { element };
  }
  if (declaration) {
    const fields = declaration.list('declarations').map((field) => typeLimit(field.need('type')));
    return fields.some((limit) => limit !== undefined) ? { fields } : undefined;
  }
  if (!parameter) return undefined;
  parameter.only('exprs');
  const numbers = parameter.list('exprs').map(wholeNumber);
  const { kind } = namedType(node, true);
  if (kind === 'STRING' || kind === 'BYTES') return { length: lengthOf(kind, numbers, parameter) };
  if (kind === 'NUMERIC') return digitsOf(numbers, parameter);
  throw parameter.error(`${node.text} takes no length and no number of digits`);
}

function wholeNumber(node: CstNode): bigint {
  node.only();
  if (node.type !== 'NumericLiteral' || !/^\d{1,18}$/.test(node.text)) {
    throw node.error('a length or a number of digits is a whole number written out');
  }
  return BigInt(node.text);
}

function lengthOf(kind: string, [length = 0n, ...rest]: readonly bigint[], node: CstNode): bigint {
  if (length < 1n || rest.length > 0) throw node.error(`write ${kind}(length), with a length of at least 1`);
  return length;
}

function digitsOf([precision = 0n, scale = 0n, ...rest]: readonly bigint[], node: CstNode): TypeLimit {
  const least = scale > 1n ? scale : 1n;
  if (rest.length > 0 || scale > MAX_SCALE || precision < least || precision > MAX_WHOLE + scale) {
    throw node.error(
      'write NUMERIC(digits) or NUMERIC(digits, digits after the point), with at most 9 after the point and 29 before it',
    );
  }
  return { precision, scale };
}

/** A value of the type within its limits; an error beyond them, or NULL. */
export function withinLimit(value: Expression, limit: TypeLimit, isSafe = false): string {
  if ('element' in limit) return eachElement(value, (each) => withinLimit(each, limit.element));
  if ('fields' in limit) return fieldsWithin(value, limit.fields);
  const checked = (sql: string) => (isSafe ? toSafeVariant(sql) : sql);
  if ('length' in limit) {
    return checked(`bq_${value.type.kind === 'BYTES' ? 'bytes' : 'text'}_within(${value.sql}, ${limit.length})`);
  }
  const { precision, scale } = limit;
  const rounded = scale < MAX_SCALE ? `round(${value.sql}, ${scale})` : value.sql;
  const most = '9'.repeat(Number(precision - scale)) + (scale > 0n ? `.${'9'.repeat(Number(scale))}` : '');
  const within = checked(`bq_numeric_within(${rounded}, CAST('${most}' AS DECIMAL(38,${scale})))`);
  return `CAST(${within} AS ${duckDbType(NUMERIC)})`;
}

function fieldsWithin(value: Expression, limits: readonly (TypeLimit | undefined)[]): string {
  return once([value] as const, ([struct]) => {
    const fields = fieldsOf(struct).map((field, index) => {
      const limit = limits[index];
      return limit ? withinLimit(field, limit) : field.sql;
    });
    return `CASE WHEN ${struct.sql} IS NOT NULL THEN ${packed(isStruct(struct.type) ? struct.type.fields : [], fields)} END`;
  });
}
