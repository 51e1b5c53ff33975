import { breaks, type Change, type Changes, type OwnChange } from './change.js';
import { type DocumentedEndpoint, readDocument, type DocumentedParameter } from '../openapi/read-document.js';
import { type JsonSchema } from '../json-schema.js';
import { narrowings } from './narrowings.js';
import { SQL } from '../undeclared-parameters.js';

/**
 * The changes for callers since the OpenAPI document of a file.
 *
 * @throws Error where Quern has not written the document
 */
export function documentChanges(before: string, now: string, file: string): Changes {
  const [old, fresh] = [readDocument(before, file), readDocument(now)];
  const changes = [
    ...Array.from(old.values()).flatMap((endpoint) => {
      const same = fresh.get(endpoint.name);
      return under(endpoint.name, same ? endpointChanges(endpoint, same) : [removed(endpoint, fresh)]);
    }),
    ...Array.from(fresh.keys())
      .filter((name) => !old.has(name))
      .flatMap((name) => under(name, [{ kind: 'endpoint_added', detail: 'is new' }])),
  ];
  return { breaking: changes.filter(breaks), harmless: changes.filter((change) => !breaks(change)) };
}

function under(endpoint: string, changes: readonly OwnChange[]): readonly Change[] {
  return changes.map(({ kind, ...rest }) => ({ kind, endpoint, ...rest }));
}

function removed({ id }: DocumentedEndpoint, now: ReadonlyMap<string, DocumentedEndpoint>): OwnChange {
  const renamed = Array.from(now.values()).find((each) => each.id === id);
  return renamed
    ? { kind: 'endpoint_renamed', detail: `is called ${renamed.name} now` }
    : { kind: 'endpoint_removed', detail: 'is gone' };
}

function endpointChanges(before: DocumentedEndpoint, now: DocumentedEndpoint): readonly OwnChange[] {
  return [
    // Callers ask for the endpoint by its id as well.
    ...(before.id === now.id
      ? []
      : [{ kind: 'endpoint_id', detail: `has the id ${now.id} now, and had ${before.id}` } as const]),
    ...parameterChanges(before.parameters, now.parameters),
    ...columnChanges(before, now),
    ...ofMaxRows(before.maxRows, now.maxRows),
  ];
}

function columnChanges({ row: before }: DocumentedEndpoint, { row: now }: DocumentedEndpoint): readonly OwnChange[] {
  // The earlier document says nothing about columns.
  if (!before) return [];
  if (now) return rowChanges(before, now);
  return [{ kind: 'columns_unknown', detail: 'has columns that are not known, since the query could not be checked' }];
}

function ofMaxRows(before: number, now: number): readonly OwnChange[] {
  if (before === now) return [];
  const kind = now < before ? 'rows_fewer' : 'rows_more';
  return [{ kind, detail: `has at most ${now} rows now, and had ${before}` }];
}

type ByName = ReadonlyMap<string, DocumentedParameter>;

export function parameterChanges(before: ByName, now: ByName): readonly OwnChange[] {
  const gone = Array.from(before.keys()).filter((name) => !now.has(name));
  return [
    ...gone.map((name) => ({ kind: 'parameter_removed' as const, name, detail: 'is gone' })),
    ...Array.from(now).flatMap(([name, parameter]) => {
      const old = before.get(name);
      if (!old) return [added(name, parameter)];
      return name === SQL ? ofDialect(old, parameter) : ofParameter(name, old, parameter);
    }),
  ];
}

function added(name: string, { required }: DocumentedParameter): OwnChange {
  return required
    ? { kind: 'parameter_required', name, detail: 'is new, and required' }
    : { kind: 'parameter_added', name, detail: 'is new' };
}

/** Compares the dialect of `sql` alone: the rest of its description is Quern's, and an earlier version said less. */
function ofDialect(
  { schema: before }: DocumentedParameter,
  { schema: now }: DocumentedParameter,
): readonly OwnChange[] {
  const [was, is] = [before['x-quern-dialect'], now['x-quern-dialect']];
  if (was === undefined || is === undefined || was === is) return [];
  return is === 'lenient'
    ? [{ kind: 'parameter_widened', name: SQL, detail: 'takes what is close to GoogleSQL as well' }]
    : [{ kind: 'parameter_narrowed', name: SQL, detail: 'takes GoogleSQL alone now' }];
}

function ofParameter(name: string, before: DocumentedParameter, now: DocumentedParameter): readonly OwnChange[] {
  const [was, is] = [valueOf(before), valueOf(now)];
  const narrowed = narrowings(was, is).map(({ detail }) => ({ kind: 'parameter_narrowed' as const, name, detail }));
  const isWidened = narrowed.length === 0 && narrowings(is, was).length > 0;
  return [
    ...requirement(name, before.required, now.required),
    ...narrowed,
    ...(isWidened ? [{ kind: 'parameter_widened' as const, name, detail: 'takes more than it did' }] : []),
    ...ofDefault(name, defaultOf(before), defaultOf(now)),
  ];
}

/** Leaves out that an empty value is refused: it counts as a missing one, which `required` says. */
function valueOf({ schema }: DocumentedParameter): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'minLength' && key !== 'minItems'));
}

function requirement(name: string, before: boolean, now: boolean): readonly OwnChange[] {
  if (before === now) return [];
  return now
    ? [{ kind: 'parameter_required', name, detail: 'is required now' }]
    : [{ kind: 'parameter_optional', name, detail: 'may be left out now' }];
}

function defaultOf({ schema }: DocumentedParameter): unknown {
  return schema['x-quern-default'] ?? schema.default;
}

/** The change of a default, which gives other rows to those who leave the parameter out. */
function ofDefault(name: string, before: unknown, now: unknown): readonly OwnChange[] {
  const [was, is] = [before, now].map((value) => (value === undefined ? 'NULL' : JSON.stringify(value)));
  if (was === is) return [];
  return [{ kind: 'parameter_default', name, detail: `left out is ${is ?? ''} now, and was ${was ?? ''}` }];
}

export function rowChanges(before: JsonSchema, now: JsonSchema, path = ''): readonly OwnChange[] {
  const [old, fresh] = [membersOf(before), membersOf(now)];
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  const added = Array.from(fresh).filter(([name]) => !old.has(name));
  return [
    ...Array.from(old).flatMap(([name, schema]) => {
      const same = fresh.get(name);
      return same ? valueChanges(schema, same, place(name)) : [removedColumn(place(name), schema, added)];
    }),
    ...added.map(([name]) => ({ kind: 'column_added' as const, name: place(name), detail: 'is new' })),
  ];
}

function membersOf({ properties = {} }: JsonSchema): ReadonlyMap<string, JsonSchema> {
  return new Map(Object.entries(properties));
}

function removedColumn(name: string, schema: JsonSchema, added: readonly (readonly [string, JsonSchema])[]): OwnChange {
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
