import { listing } from '../../../errors/listing.js';
import { type ExpressionNode } from '../../ast/nodes.js';
import { CATALOGUE } from '../../functions/catalogue.js';
import { type Overload } from '../../functions/overload.js';
import { type TypedValue } from '../../types/coercion.js';
import { INT64, isNested, isNumeric, JSON_TYPE, type SqlType, STRING, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { expectType } from '../expressions/expected-type.js';
import { isOpen, OPEN } from '../open.js';
import { type Call, type TypeRule } from './call.js';

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

/** A function of arguments of these types, as far as they are there. */
export function given(returns: SqlType, ...types: readonly SqlType[]): TypeRule {
  return (call) => {
    types.forEach((type, index) => {
      expectArgument(call, index, type);
    });
    return returns;
  };
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

/** The complaint where no form of a function takes the arguments. */
export function noForm({ name, node }: Call, overloads: readonly Overload[], values: readonly TypedValue[]): Error {
  const types = values.map(({ type }) => type);
  const isText = overloads.some(({ args }) =>
    args.some(({ kind }, at) => kind === 'JSON' && types[at]?.kind === 'STRING'),
  );
  const forms = overloads.map(({ args }) => formOf(name, args)).join(', ');
  const remedy = isText ? '; write PARSE_JSON around the text' : '';
  return errorAt(node, `no ${name}(${listing(types.map(typeName))}); there is ${forms}${remedy}`);
}

/** A form of a function as it is written, with the types of its arguments. */
export function formOf(name: string, args: readonly SqlType[]): string {
  return `${name}(${args.map(typeName).join(', ')})`;
}
