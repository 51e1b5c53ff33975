import { type ValueFormats } from '../../engines/json-values.js';
import { NUMBER_FORMATS } from '../../engines/number-format.js';
import { bareParameter, type ParameterDeclaration, SCALARS, type ScalarTypeName } from '../../parameters/parameter.js';
import { columnSchema } from '../column-schema.js';
import { COLUMN_SCALARS } from '../column-type.js';
import { type JsonSchema, orNull, COUNT, COUNT_OR_NULL, listOf, objectOf, TEXT, TEXT_OR_NULL } from '../json-schema.js';
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
    this.names = new Map(shared(timestamps));
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

/** Names of the shared schemas by their texts. */
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

/** Facts beside the rows for clients that prefer them; docs/reference/http.md has the same in words. */
export const META_SCHEMA: JsonSchema = {
  description: 'What the header says too. It is there with `Prefer: include=meta`.',
  ...objectOf(
    {
      rows: { ...COUNT, description: 'How many there are.' },
      truncated: {
        type: 'boolean',
        description: 'Whether there were more than `max_rows` or `max_bytes` allow, which were cut off.',
      },
      max_rows: { type: 'integer', minimum: 1, description: 'The most that the endpoint answers with.' },
      age: { ...COUNT, description: 'Seconds since the engine was asked.' },
      ttl: {
        ...COUNT_OR_NULL,
        description: 'Seconds for which the answer stays fresh; null where the endpoint does not cache.',
      },
      cache: {
        type: 'string',
        enum: ['hit', 'stale', 'miss', 'expired', 'forced', 'disabled'],
        description: 'From the cache (`stale`: while the engine fails or a budget is used up), or why there was a run.',
      },
      as_of: { type: 'string', format: 'date-time', description: 'When the engine was asked.' },
    },
    {
      total_rows: { ...COUNT, description: 'With slices, how many the whole result has.' },
      remarks: listOf(TEXT, 'Times that callers’ own SQL asks for and that the endpoint’s queries do not have.'),
      next: { ...TEXT_OR_NULL, description: 'With pages, the `cursor` of the next one; null behind the last.' },
    },
  ),
};
