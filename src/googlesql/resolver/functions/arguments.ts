import { listing } from '../../../errors/listing.js';
import { type ExpressionNode } from '../../ast/nodes.js';
import { CATALOGUE } from '../../functions/catalogue.js';
import { misfitOf, overloadsOf } from '../../functions/overload.js';
import { type TypedValue } from '../../types/coercion.js';
import { BOOL, INT64, isNested, isNumeric, JSON_TYPE, type SqlType, STRING, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { expectType } from '../expressions/expected-type.js';
import { isOpen, OPEN } from '../open.js';
import { type Call } from './call.js';

/** Refuses a call with too few or too many arguments. */
export function expectArguments({ node, name, args }: Call, least: number, most = least): void {
  if (args.length >= least && args.length <= most) return;
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  throw errorAt(node, `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, found ${args.length}`);
}

/** Refuses a call with another number of arguments than the catalogue says. */
export function expectCount(call: Call): void {
  const { count } = CATALOGUE.get(call.name) ?? {};
  if (count === undefined) return;
  const [least, most] = typeof count === 'number' ? [count, count] : count;
  expectArguments(call, least, most);
}

/** Refuses an argument, or a part of one, of another type; one that is left out fits. */
export function expectArgument(call: Call, part: number | ExpressionNode, type: SqlType, wanted?: string): void {
  const node = typeof part === 'number' ? call.args[part] : part;
  if (node) expectType(call.value(node), type, node, wanted);
}

/** Types of named arguments; others are BOOL. */
const TYPES: Readonly<Record<string, SqlType>> = { max_distance: INT64, mode: STRING, wide_number_mode: STRING };

/** Words that named arguments may be. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  mode: ['strict', 'lax', 'lax recursive'],
  wide_number_mode: ['exact', 'round'],
};

/** Refuses a named argument that is none of its words, or is of another type. */
export function expectNamed(call: Call): void {
  for (const [name, node] of call.named) {
    const words = WORDS[name];
    expectArgument(call, node, TYPES[name] ?? BOOL);
    const { literal } = call.value(node);
    if (words && typeof literal === 'string' && !words.includes(literal)) {
      throw errorAt(node, `${name} is ${words.map((word) => `'${word}'`).join(' or ')}`);
    }
  }
}

/** The type of a value, or one that is made of it; open for an open value. */
export function fromType(value: TypedValue, make: (type: SqlType) => SqlType): SqlType {
  return isOpen(value) ? OPEN.type : make(value.type);
}

/** The first argument, whose values can be compared. */
export function comparable(call: Call, what = call.name): TypedValue {
  const value = call.value(0);
  if (isNested(value.type)) throw errorAt(call.node, `${what} over ${typeName(value.type)} is not possible`);
  return value;
}

/** The first argument, which must be a number. */
export function number(call: Call): TypedValue {
  const value = call.value(0);
  if (isNumeric(value.type) || isOpen(value)) return value;
  throw errorAt(call.node, `${call.name} needs numbers, found ${typeName(value.type)}`);
}

/** The type of NULL where a function needs a type: INT64. */
export function orWhole(type: SqlType): SqlType {
  return type.kind === 'NULL' ? INT64 : type;
}

/** Refuses a first argument that is not JSON. */
export function expectJson(call: Call): void {
  const node = call.argument(0);
  const { type } = call.value(node);
  if (type.kind === 'NULL' || type.kind === JSON_TYPE.kind) return;
  const hint = type.kind === STRING.kind ? '; write PARSE_JSON around it' : '';
  throw errorAt(node, `${call.name} needs JSON, found ${typeName(type)}${hint}`);
}

/** The complaint where no form of a signature takes the arguments. */
export function noForm({ name, args, node }: Call, signature: string, values: readonly TypedValue[]): Error {
  const overloads = overloadsOf(signature);
  const isText = overloads.every((each) =>
    each.args.some(({ kind }, at) => kind === 'JSON' && values[at]?.type.kind === 'STRING'),
  );
  const [only, second] = overloads.filter((each) => each.args.length === values.length);
  const place = only && !second ? args[misfitOf(only, values)] : undefined;
  const forms = signature.split(' | ').map((form) => `${name}(${form.replace(/ ?->.*/, '')})`);
  const remedy = isText ? '; write PARSE_JSON around the text' : '';
  return errorAt(place ?? node, `no ${calledWith(name, values)}; there is ${forms.join(', ')}${remedy}`);
}

/** A call as it is written, with the types of its arguments. */
export function calledWith(name: string, values: readonly TypedValue[]): string {
  return `${name}(${listing(values.map(({ type }) => typeName(type)))})`;
}
