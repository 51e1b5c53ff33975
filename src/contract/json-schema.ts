/** The part of JSON Schema 2020-12 that contracts are written in. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: 'date' | 'date-time';
  readonly contentEncoding?: 'base64';
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Anchored, and valid with and without JavaScript's `u` flag unless an author's own pattern is in it. */
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  /** First and last day or instant that a parameter takes, for which JSON Schema has no keyword; also whole numbers beyond a double's precision. */
  readonly 'x-quern-minimum'?: string;
  readonly 'x-quern-maximum'?: string;
  /** Marks a default that is the time of the call, truncated as the description says; no default of JSON Schema moves. */
  readonly 'x-quern-default'?: 'now';
  /** The dialect of SQL that a caller may send. */
  readonly 'x-quern-dialect'?: 'googlesql' | 'lenient';
  /** GoogleSQL's name for the type of the value. */
  readonly 'x-googlesql-type'?: string;
}

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, enum: members } = schema;
  if (anyOf) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  // A schema without a type or members takes null already.
  return {
    ...schema,
    ...(type !== undefined && { type: [...(typeof type === 'string' ? [type] : type), 'null'] }),
    ...(members && { enum: [...members, null] }),
  };
}

export const TEXT: JsonSchema = { type: 'string' };
export const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] };
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
export const COUNT_OR_NULL: JsonSchema = { type: ['integer', 'null'], minimum: 0 };
export const FLAG: JsonSchema = { type: 'boolean' };

export type Members = Readonly<Record<string, JsonSchema>>;

/** An object that has these members, each of them always, and perhaps some others. */
export function objectOf(members: Members, others: Members = {}): JsonSchema {
  return { type: 'object', properties: { ...members, ...others }, required: Object.keys(members) };
}

export function listOf(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', items, ...(description !== undefined && { description }) };
}
