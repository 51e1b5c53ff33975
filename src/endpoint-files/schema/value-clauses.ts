import { bareParameter, SCALAR_TYPES, type ScalarTypeName } from '../../parameters/parameter.js';
import { PARAMETER_NAME } from '../format/parameter-name.js';
import { type ValueKeys, valueKeys } from '../format/parameter-values.js';
import { SCALAR_RULES } from '../format/scalar-rules.js';
import type { FileSchema } from './file-schema.js';

const SCALARS = Object.keys(SCALAR_TYPES) as ScalarTypeName[];

/** What schemas of entries refer to. */
export const VALUE_DEFINITIONS: Readonly<Record<string, FileSchema>> = {
  parameterName: {
    pattern: PARAMETER_NAME.form.source,
    not: { pattern: PARAMETER_NAME.reserved.source },
    errorMessage: `a parameter name has ${PARAMETER_NAME.rule}; sql is reserved`,
  },
  ...Object.fromEntries(SCALARS.map((type) => [type, SCALAR_RULES[type].schema])),
  // The same for one value and for an array of them, but for the default.
  ...Object.fromEntries(
    SCALARS.map((type) => [`${type}Limits`, properties(keysOf(type, false), 'enum', 'min', 'max')]),
  ),
};

/** The keys of a parameter that hold values of its own type. */
export const PARAMETER_VALUES: readonly FileSchema[] = SCALARS.flatMap((type) =>
  [false, true].map((array) => ({
    if: { properties: { [array ? 'items' : 'type']: { const: type } }, required: [array ? 'items' : 'type'] },
    then: {
      ...properties(keysOf(type, array), 'default'),
      allOf: [{ $ref: `#/definitions/${type}Limits` }],
    },
  })),
);

function keysOf(type: ScalarTypeName, array: boolean): ValueKeys {
  return valueKeys({ ...bareParameter('', type), array });
}

function properties(keys: ValueKeys, ...names: readonly (keyof ValueKeys)[]): FileSchema {
  const clauses = names.flatMap((name) => (keys[name] ? [[name, keys[name].clause] as const] : []));
  return { properties: Object.fromEntries(clauses) };
}
