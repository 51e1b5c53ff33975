import { type Argument } from '../../engines/engine.js';
import { quote } from '../../errors/excerpt.js';
import { namedParameters } from '../../googlesql/checks/named-parameters.js';
import { bareParameter, SCALAR_TYPES, SCALARS, type ScalarTypeName } from '../../parameters/parameter.js';
import { parseValue } from '../../parameters/parse-value.js';
import { UsageError } from '../command-context.js';
import { type CallParameters } from '../../parameters/query-string.js';

/** Types of values that are given without one. A text is read as a time where the query wants one. */
const PLAIN: readonly (readonly [ScalarTypeName, RegExp])[] = [
  ['integer', /^-?(?:0|[1-9]\d*)$/],
  ['number', /^-?(?:0|[1-9]\d*)?\.\d+$/],
  ['boolean', /^(?:true|false)$/],
];

/** The values of the `@names` in a query, with types. @throws UsageError for one that is missing, or not of its type */
export function queryArguments(sql: string, given: CallParameters): readonly Argument[] {
  const values = [...given].map(([key, texts]) => argumentOf(key, texts));
  const names = new Set(namedParameters(sql).map(({ name }) => name.toLowerCase()));
  const missing = [...names].find((name) => !values.some((each) => each.name.toLowerCase() === name));
  if (missing !== undefined) throw new UsageError(`the query has @${missing}; give its value: -p ${missing}=…`);
  return values.filter(({ name }) => names.has(name.toLowerCase()));
}

function argumentOf(key: string, texts: readonly string[]): Argument {
  const { name = key, type } = /^(?<name>[^:]+):(?<type>.+)$/.exec(key)?.groups ?? {};
  const isArray = texts.length > 1 || type?.endsWith('[]') === true;
  const scalar = type === undefined ? plainType(texts) : scalarType(key, type.replace(/\[\]$/, ''));
  const values = texts.map((text) => {
    const parsed = parseValue(bareParameter(name, scalar), text);
    if ('problem' in parsed) throw new UsageError(`${quote(name)} ${parsed.problem}`);
    return parsed.value;
  });
  return { name, type: SCALAR_TYPES[scalar], array: isArray, value: isArray ? values : (values[0] ?? null) };
}

function plainType(texts: readonly string[]): ScalarTypeName {
  return PLAIN.find(([, form]) => texts.every((text) => form.test(text)))?.[0] ?? 'string';
}

function scalarType(key: string, type: string): ScalarTypeName {
  const found = SCALARS.find((each) => each === type);
  if (!found)
    throw new UsageError(`${quote(key)} has no type that there is: ${SCALARS.join(', ')}, each with [] for a list`);
  return found;
}
