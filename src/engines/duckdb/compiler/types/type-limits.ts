import { type ScalarTypeNode, type TypeNode, type TypeNumbers } from '../../../../googlesql/ast/type-node.js';
import { errorAt } from '../dialect-error.js';
import { type Expression } from '../expression.js';
import { toSafeVariant } from '../expressions/safe-macros.js';
import { eachElement, fieldsOf, isStruct, once, packed } from '../expressions/struct-value.js';
import { NUMERIC } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, typeSql, wordSql } from '../sql-tree/sql.js';

/** The limit of a CAST to `STRING(5)` or `NUMERIC(10, 2)`, beyond the type; for an array, that of each element. */
export type TypeLimit =
  | { readonly length: bigint }
  | { readonly precision: bigint; readonly scale: bigint }
  | { readonly element: TypeLimit }
  | { readonly fields: readonly (TypeLimit | undefined)[] };

const MAX_SCALE = 9n;
/** Most digits before the point. */
const MAX_WHOLE = 29n;

/** The limits in a type that CAST names. */
export function typeLimit(node: TypeNode): TypeLimit | undefined {
  switch (node.type) {
    case 'ArrayType': {
      const element = typeLimit(node.element);
      return element && { element };
    }
    case 'StructType': {
      const fields = node.fields.map(({ fieldType }) => typeLimit(fieldType));
      return fields.some((limit) => limit !== undefined) ? { fields } : undefined;
    }
    case 'ScalarType':
      return node.numbers && scalarLimit(node, node.numbers);
  }
}

function scalarLimit({ kind, name }: ScalarTypeNode, numbers: TypeNumbers): TypeLimit {
  if (kind === 'STRING' || kind === 'BYTES') return { length: lengthOf(kind, numbers) };
  if (kind === 'NUMERIC') return digitsOf(numbers);
  throw errorAt(numbers, `${name} takes no length and no number of digits`);
}

function lengthOf(kind: string, numbers: TypeNumbers): bigint {
  const [length = 0n, ...rest] = numbers.values;
  if (length < 1n || rest.length > 0) throw errorAt(numbers, `write ${kind}(length), with a length of at least 1`);
  return length;
}

function digitsOf(numbers: TypeNumbers): TypeLimit {
  const [precision = 0n, scale = 0n, ...rest] = numbers.values;
  const least = scale > 1n ? scale : 1n;
  if (rest.length > 0 || scale > MAX_SCALE || precision < least || precision > MAX_WHOLE + scale) {
    throw errorAt(
      numbers,
      'write NUMERIC(digits) or NUMERIC(digits, digits after the point), with at most 9 after the point and 29 before it',
    );
  }
  return { precision, scale };
}

/** A value of the type within its limits; an error beyond them, or NULL. */
export function withinLimit(value: Expression, limit: TypeLimit, isSafe = false): Sql {
  if ('element' in limit) return eachElement(value, (each) => withinLimit(each, limit.element));
  if ('fields' in limit) return fieldsWithin(value, limit.fields);
  const checked = (sql: Sql) => (isSafe ? toSafeVariant(sql) : sql);
  if ('length' in limit) {
    return checked(
      SQL`${wordSql(value.type.kind === 'BYTES' ? 'bq_bytes_within' : 'bq_text_within')}(${value.sql}, ${limit.length})`,
    );
  }
  const { precision, scale } = limit;
  const rounded = scale < MAX_SCALE ? SQL`round(${value.sql}, ${scale})` : value.sql;
  const most = '9'.repeat(Number(precision - scale)) + (scale > 0n ? `.${'9'.repeat(Number(scale))}` : '');
  const within = checked(SQL`bq_numeric_within(${rounded}, CAST(${textSql(most)} AS DECIMAL(38,${scale})))`);
  return SQL`CAST(${within} AS ${typeSql(NUMERIC)})`;
}

function fieldsWithin(value: Expression, limits: readonly (TypeLimit | undefined)[]): Sql {
  return once([value] as const, ([struct]) => {
    const fields = fieldsOf(struct).map((field, index) => {
      const limit = limits[index];
      return limit ? withinLimit(field, limit) : field.sql;
    });
    return SQL`CASE WHEN ${struct.sql} IS NOT NULL THEN ${packed(isStruct(struct.type) ? struct.type.fields : [], fields)} END`;
  });
}
