import { type JsonSchema, type JsonType } from '../json-schema.js';
import { comment, literal, propertyName } from './words.js';

/** Mutability of lists: those in parameters are only read, those in rows are the caller's to change. */
export type Lists = 'readonly' | 'mutable';

const NAMES: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  string: 'string',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
};

/** TypeScript's type for the values of a contract's schema. */
export function typeText(schema: JsonSchema, lists: Lists): string {
  return Array.from(new Set(alternatives(schema, lists))).join(' | ');
}

function alternatives(schema: JsonSchema, lists: Lists): readonly string[] {
  const { anyOf, enum: members, type, format, items, properties } = schema;
  if (anyOf) {
    // Values beside the enum of a parameter count as its default, which no program should rely on.
    const listed = lists === 'readonly' ? anyOf.filter((each) => each.enum) : [];
    return (listed.length > 0 ? listed : anyOf).flatMap((each) => alternatives(each, lists));
  }
  const types = type === undefined ? [] : [type].flat();
  if (members) {
    const literals = members.map(literal);
    return types.includes('null') && !members.includes(null) ? [...literals, 'null'] : literals;
  }
  if (types.length === 0) return ['unknown'];
  // The client writes a Date as text.
  if (lists === 'readonly' && format === 'date-time') return [...types.map((each) => NAMES[each]), 'Date'];
  return types.map((each) => {
    if (each === 'array' && items) return listText(items, lists);
    return each === 'object' && properties ? objectText(schema, lists) : NAMES[each];
  });
}

function listText(items: JsonSchema, lists: Lists): string {
  const element = typeText(items, lists);
  const isOne = alternatives(items, lists).length === 1 && !element.startsWith('readonly ');
  return `${lists === 'readonly' ? 'readonly ' : ''}${isOne ? element : `(${element})`}[]`;
}

/** An object's members within its braces, each with its comment. */
export function objectText({ properties = {}, required = [] }: JsonSchema, lists: Lists): string {
  const readonly = lists === 'readonly' ? 'readonly ' : '';
  const members = Object.entries(properties).map(([name, schema]) => {
    const type = typeText(schema, lists);
    const member = required.includes(name)
      ? `${propertyName(name)}: ${type}`
      : `${propertyName(name)}?: ${type} | undefined`;
    return `${comment(aboutValue(schema))}${readonly}${member};\n`;
  });
  return `{\n${members.join('').replace(/^(?=.)/gm, '  ')}}`;
}

function aboutValue({ description, default: fallback, 'x-googlesql-type': type }: JsonSchema): string {
  const leftOut = fallback === undefined ? undefined : `Left out: ${JSON.stringify(fallback)}.`;
  const words = [description, leftOut].filter((each) => each !== undefined).join(' ');
  // The type itself shows what is in it.
  const short = type?.replace(/^(ARRAY<)?STRUCT<.*$/s, (_, array?: string) => (array ? 'ARRAY<STRUCT>' : 'STRUCT'));
  return [short, words].filter((each) => each !== undefined && each !== '').join(': ');
}
