import { type JsonSchema } from '../json-schema.js';
import { type OwnChange } from './change.js';
import { narrowings } from './narrowings.js';

export function rowChanges(before: JsonSchema, now: JsonSchema, path = ''): readonly OwnChange[] {
  const [old, fresh] = [membersOf(before), membersOf(now)];
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  const added = Array.from(fresh).filter(([name]) => !old.has(name));
  return [
    ...Array.from(old).flatMap(([name, schema]) => {
      const same = fresh.get(name);
      return same ? valueChanges(schema, same, place(name)) : [removed(place(name), schema, added)];
    }),
    ...added.map(([name]) => ({ kind: 'column_added' as const, name: place(name), detail: 'is new' })),
  ];
}

function membersOf({ properties = {} }: JsonSchema): ReadonlyMap<string, JsonSchema> {
  return new Map(Object.entries(properties));
}

function removed(name: string, schema: JsonSchema, added: readonly (readonly [string, JsonSchema])[]): OwnChange {
  const type = schema['x-googlesql-type'];
  const [likely, ...others] = added.filter(([, each]) => each['x-googlesql-type'] === type);
  const renamed = likely && others.length === 0 ? `; ${JSON.stringify(likely[0])} of the same type is new` : '';
  return { kind: 'column_removed', name, detail: `is gone${renamed}` };
}

function valueChanges(before: JsonSchema, now: JsonSchema, name: string): readonly OwnChange[] {
  const [was, is] = [kindOf(before), kindOf(now)];
  if (was !== is) {
    const [old, fresh] = [before, now].map((schema) => schema['x-googlesql-type'] ?? 'unknown');
    return [{ kind: 'column_retyped', name, detail: `is ${fresh ?? ''} now, and was ${old ?? ''}` }];
  }
  const nullability = ofNull(name, mayBeNull(before), mayBeNull(now));
  if (now.items && before.items) return [...nullability, ...valueChanges(before.items, now.items, `${name}[]`)];
  if (now.properties) return [...nullability, ...rowChanges(before, now, name)];
  // Present values have to keep the promises of the earlier document.
  const others = narrowings(now, before).filter(({ type }) => type !== 'null');
  return [
    ...nullability,
    ...(others.length > 0 ? [{ kind: 'column_format' as const, name, detail: written(now, before) }] : []),
  ];
}

/** The type of a value; only its kind if there are others within it, which have changes of their own. */
function kindOf({ items, properties, 'x-googlesql-type': type = 'unknown' }: JsonSchema): string {
  if (items) return 'ARRAY';
  return properties ? (type.startsWith('RANGE') ? type : 'STRUCT') : type;
}

function mayBeNull({ type, anyOf }: JsonSchema): boolean {
  if (anyOf) return anyOf.some(mayBeNull);
  return type === undefined || [type].flat().includes('null');
}

function ofNull(name: string, before: boolean, now: boolean): readonly OwnChange[] {
  if (before === now) return [];
  return now
    ? [{ kind: 'column_nullable', name, detail: 'may be NULL now' }]
    : [{ kind: 'column_not_nullable', name, detail: 'is never NULL now' }];
}

/** The written form of values, in words; with their patterns where they differ in nothing else. */
function written(now: JsonSchema, before: JsonSchema): string {
  const differs = formOf(now, false) !== formOf(before, false);
  const [is, was] = [now, before].map((schema) => formOf(schema, !differs));
  return `is written as ${is ?? ''} now, and was as ${was ?? ''}`;
}

function formOf({ anyOf, enum: members, type, format, pattern }: JsonSchema, hasPattern: boolean): string {
  const isNull = (each: JsonSchema) => each.type === 'null';
  if (anyOf) return anyOf.flatMap((each) => (isNull(each) ? [] : [formOf(each, hasPattern)])).join(' or ');
  if (members) return members.map((each) => JSON.stringify(each)).join(' or ');
  const types = [type ?? 'any value'].flat().filter((each) => each !== 'null');
  const rules = [format, hasPattern ? pattern : undefined].filter((each) => each !== undefined);
  return [types.join(' or '), ...rules].join(' ');
}
