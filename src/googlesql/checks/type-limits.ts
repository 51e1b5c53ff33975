import { type ScalarTypeNode, type TypeNode, type TypeNumbers } from '../ast/type-node.js';
import { badSyntax } from '../grammar/refusals/refusals.js';

/** The limit of a CAST to `STRING(5)` or `NUMERIC(10, 2)`, beyond the type; for an array, that of each element. */
export type TypeLimit =
  | { readonly length: bigint }
  | { readonly precision: bigint; readonly scale: bigint }
  | { readonly element: TypeLimit }
  | { readonly fields: readonly (TypeLimit | undefined)[] };

export const MAX_SCALE = 9n;
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
  throw badSyntax(numbers, `${name} takes no length and no number of digits`);
}

function lengthOf(kind: string, numbers: TypeNumbers): bigint {
  const [length = 0n, ...rest] = numbers.values;
  if (length < 1n || rest.length > 0) throw badSyntax(numbers, `write ${kind}(length), with a length of at least 1`);
  return length;
}

function digitsOf(numbers: TypeNumbers): TypeLimit {
  const [precision = 0n, scale = 0n, ...rest] = numbers.values;
  const least = scale > 1n ? scale : 1n;
  if (rest.length > 0 || scale > MAX_SCALE || precision < least || precision > MAX_WHOLE + scale) {
    throw badSyntax(
      numbers,
      'write NUMERIC(digits) or NUMERIC(digits, digits after the point), with at most 9 after the point and 29 before it',
    );
  }
  return { precision, scale };
}
