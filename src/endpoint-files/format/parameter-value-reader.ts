import { quote } from '../../errors/excerpt.js';
import type { ParameterDeclaration, ScalarTypeName, ScalarValue } from '../../parameters/parameter.js';
import { parseValue } from '../../parameters/parse-value.js';
import type { Parsed } from '../../parameters/parsed.js';
import { type YamlScalar, type YamlValue, scalarText } from '../yaml/yaml-value.js';

/** Reads a value of a parameter that the endpoint file itself writes, such as its default, by the parameter's own rules. */
export function readParameterValue(declaration: ParameterDeclaration, value: YamlValue): Parsed<ScalarValue> {
  if (value.kind !== 'scalar') return { problem: `must be one ${declaration.type}, not a ${value.kind}` };
  const problem = kindProblem(declaration.type, value);
  // A float such as 1e3 and an integer such as 0x1F are read by YAML's rules, which are wider than those for a URL.
  return problem === undefined ? parseValue(declaration, String(value.value)) : { problem };
}

function kindProblem(type: ScalarTypeName, scalar: YamlScalar): string | undefined {
  const { value } = scalar;
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `must be true or false, without quotes`;
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? undefined : 'must be a number, without quotes';
    case 'integer':
      // A float beyond 2^53 has already lost digits.
      return typeof value === 'bigint' || Number.isSafeInteger(value)
        ? undefined
        : 'must be a whole number, without quotes and exponent';
    case 'string':
    case 'date':
    case 'timestamp':
      return typeof value === 'string' ? undefined : `must be text; put it in quotes: ${quote(scalarText(scalar))}`;
  }
}
