import { type Truncation } from './time-of-call.js';

/**
 * The `pattern` of a parameter: a JavaScript regular expression with the `u` flag that a value has to match as a whole.
 *
 * The expression is compiled once, at load, and runs on callers' values. A pattern such as `(a+)+` takes exponential time on a long value
 * that does not match; patterns are the operator's own, and `max_length` beside one bounds its cost.
 */
export interface Pattern {
  readonly source: string;
  readonly whole: RegExp;
}

/** Throws a SyntaxError where the source is no regular expression. */
export function patternOf(source: string): Pattern {
  // The source is compiled by itself first: `a)|(b` becomes valid, and something else, between the parentheses below.
  new RegExp(source, 'u');
  return { source, whole: new RegExp(`^(?:${source})$`, 'u') };
}

/** The scalar types that a parameter may have in an endpoint file, with their names in GoogleSQL. */
export const SCALAR_TYPES = {
  string: 'STRING',
  integer: 'INT64',
  number: 'FLOAT64',
  boolean: 'BOOL',
  timestamp: 'TIMESTAMP',
  date: 'DATE',
} as const;

export type ScalarTypeName = keyof typeof SCALAR_TYPES;

export const SCALARS = Object.keys(SCALAR_TYPES) as readonly ScalarTypeName[];

export function isOrdered(type: ScalarTypeName): boolean {
  return type !== 'string' && type !== 'boolean';
}

/**
 * A parameter's value in its canonical form, so that two spellings of one value are one value: a STRING as it came, an
 * INT64 as a bigint, a FLOAT64 as a number, a BOOL, a TIMESTAMP as microseconds since 1970-01-01T00:00:00Z in a bigint,
 * a DATE as `YYYY-MM-DD`.
 */
export type ScalarValue = string | bigint | number | boolean;
export type ParameterValue = ScalarValue | readonly ScalarValue[] | null;

/** One entry under `parameters:` of an endpoint file, checked and with its own values converted. */
export interface ParameterDeclaration {
  readonly name: string;
  /** The type of each element, for an array. */
  readonly type: ScalarTypeName;
  /** `type: array` with `items: <scalar type>`: repeated in the URL, bound as ARRAY<…>. */
  readonly array: boolean;
  readonly description: string | undefined;
  readonly required: boolean;
  /** Whether its values may stand in the log. */
  readonly logged: boolean;
  /** Default for a missing value where the file names none: NULL, or the empty array. */
  readonly default: ParameterValue;
  /** `default: now`: a missing value becomes the time of the call, truncated to a multiple of this; a DATE the day. */
  readonly defaultNow?: Truncation;
  /** The allowed values, in the file's order. This and the limits below hold for each element of an array. */
  readonly enum: readonly ScalarValue[] | undefined;
  /** `otherwise: default`: a value outside `enum` behaves as `default` instead of being refused. */
  readonly otherwiseDefault: boolean;
  readonly min: ScalarValue | undefined;
  readonly max: ScalarValue | undefined;
  /** Longest value, in Unicode code points. */
  readonly maxLength: number | undefined;
  readonly pattern: Pattern | undefined;
  /** `accepts: unix-millis`: an instant may be written as milliseconds since 1970 as well. */
  readonly unixMillis?: true;
}

/** A declaration that says no more than a name and a type. */
export function bareParameter(name: string, type: ScalarTypeName): ParameterDeclaration {
  return {
    name,
    type,
    array: false,
    description: undefined,
    required: false,
    logged: false,
    default: null,
    enum: undefined,
    otherwiseDefault: false,
    min: undefined,
    max: undefined,
    maxLength: undefined,
    pattern: undefined,
  };
}

export interface ParameterBinding {
  readonly declaration: ParameterDeclaration;
  readonly value: ParameterValue;
}
