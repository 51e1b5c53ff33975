import { type ValueFormats } from '../../engines/json-values.js';
import { NUMBER_FORMATS } from '../../engines/number-format.js';
import { bareParameter, type ParameterDeclaration, SCALARS, type ScalarTypeName } from '../../parameters/parameter.js';
import { columnSchema } from '../column-schema.js';
import { COLUMN_SCALARS } from '../column-type.js';
import { type JsonSchema, orNull } from '../json-schema.js';
import { parameterSchema } from '../parameter-schema.js';

/** Length of a schema below which it is written where it is used. */
const MIN_LENGTH = 60;

type Key = keyof JsonSchema;

/** Keywords that say nothing of the values, and stay where a schema is used. */
const NOTES: readonly Key[] = ['description', 'default', 'x-quern-default', 'x-googlesql-type'];
const NOTES_AND_LIMITS: readonly Key[] = [
  ...NOTES,
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'x-quern-minimum',
  'x-quern-maximum',
];

/**
 * Schemas of values that many columns and parameters have, as components: in a row of five timestamps, their pattern would be most of the
 * text. Only those that a document refers to become a part of it.
 */
export class SharedSchemas {
  private readonly used = new Map<string, JsonSchema>();
  private readonly names: ReadonlyMap<string, string>;

  constructor({ timestamps }: ValueFormats) {
    this.names = known.get(timestamps) ?? new Map(shared(timestamps));
    known.set(timestamps, this.names);
  }

  get components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.used);
  }

  /** Puts references into a schema. */
  in(schema: JsonSchema): JsonSchema {
    for (const own of [NOTES, NOTES_AND_LIMITS]) {
      const value = without(own, schema);
      const name = this.names.get(JSON.stringify(value));
      if (name === undefined) continue;
      this.used.set(name, value);
      return { $ref: `#/components/schemas/${name}`, ...without(Object.keys(value), schema) };
    }
    return withParts(schema, (part) => this.in(part));
  }
}

/** A schema with others in place of those of its elements and members. */
function withParts({ items, properties, ...own }: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const members = Object.entries(properties ?? {}).map(([name, part]) => [name, change(part)] as const);
  return {
    ...own,
    ...(items && { items: change(items) }),
    ...(properties && { properties: Object.fromEntries(members) }),
  };
}

function without(keys: readonly string[], schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

/** Replaces the references of a schema by their targets. */
export function resolved(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { $ref, ...own } = schema;
  if ($ref !== undefined) return { ...schemas[$ref.replace(/^.*\//, '')], ...own };
  return withParts(own, (part) => resolved(part, schemas));
}

/** Names of the shared schemas by their texts, for each format of timestamps that has been asked for. */
const known = new Map<ValueFormats['timestamps'], ReadonlyMap<string, string>>();

function shared(timestamps: ValueFormats['timestamps']): readonly (readonly [text: string, name: string])[] {
  const columns = NUMBER_FORMATS.flatMap((numbers) =>
    COLUMN_SCALARS.map((type) => {
      const schema = columnSchema(type, { timestamps, numbers }, { nullable: false });
      return [numbers === 'exact' ? `Column_${type}` : `Column_${type}_${numbers}`, schema] as const;
    }),
  );
  const named = [...columns, ...PARAMETERS].flatMap(([name, schema]) => [
    [JSON.stringify(without(NOTES, schema)), name] as const,
    [JSON.stringify(without(NOTES, orNull(schema))), `${name}_or_null`] as const,
  ]);
  // The order is reversed, so that the first of several names for one schema stays: a type without numbers has one for all formats.
  return named.filter(([text]) => text.length > MIN_LENGTH).toReversed();
}

function parameter(name: string, declaration: Partial<ParameterDeclaration> & { type: ScalarTypeName }) {
  return [`Parameter_${name}`, parameterSchema({ ...bareParameter(name, declaration.type), ...declaration })] as const;
}

/** Parameters without limits; a whole number with one of the two has a pattern of its own, whatever the limit is. */
const PARAMETERS: readonly (readonly [name: string, schema: JsonSchema])[] = [
  ...SCALARS.map((type) => parameter(type, { type })),
  parameter('timestamp_millis', { type: 'timestamp', unixMillis: true }),
  ...[
    parameter('integer_from', { type: 'integer', min: 0n }),
    parameter('integer_up_to', { type: 'integer', max: 0n }),
  ].map(([name, schema]) => [name, without(NOTES_AND_LIMITS, schema)] as const),
];
