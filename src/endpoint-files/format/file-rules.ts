import {
  Allow,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  type ValidationArguments,
  type ValidationOptions,
} from '../yaml/class-validator.js';
import type { FileSchema } from './file-schema.js';
import { CLOCK_TIME, parseClockTime } from './clock-time.js';
import type { ValueRule } from './value-rule.js';

type EntryClass = new () => object;
type Message = (given: ValidationArguments) => string;

/** The clause of a rule in the JSON Schema; `refer` makes the reference to the schema of another class of entries. */
export type Clause = (refer: (entry: EntryClass) => FileSchema) => FileSchema;

/** The words that a rule carries beside its check, for the JSON Schema and the documentation. */
export interface KeyContext {
  /** Allowed values, as the end of "must be …". */
  readonly takes?: string;
  /** Purpose of the key. */
  readonly description?: string;
}

/** Gives the purpose of a key in a sentence: editors show it at the key, and the documentation lists it. */
export function Describes(description: string): PropertyDecorator {
  return Allow({ context: { description } satisfies KeyContext });
}

/** Says what a key is for that a file may leave out. */
export function Optional(description: string): PropertyDecorator {
  return all(Describes(description), IsOptional());
}

/** Says which values a key takes, where another reader checks the rule. */
export function Takes(takes: string): PropertyDecorator {
  return Allow({ context: { takes } satisfies KeyContext });
}

/**
 * Words a rule for the author of the file: `"max_rows" must be …`. All rules of one key share one sentence that says everything that is
 * allowed, so that no second attempt fails on the next rule.
 */
export function says(rule: string): ValidationOptions & { readonly message: Message } {
  const context: KeyContext = { takes: rule };
  return { context, message: ({ property, value }) => sentence(property, rule, value) };
}

/** Words a rule for each item of a key that takes a list. */
export function saysEach(rule: string): ValidationOptions {
  return { each: true, message: ({ property }) => `each item of "${property}" must be ${rule}` };
}

/** Applies rules of one key as if they stood below each other. */
function all(...rules: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const rule of rules.toReversed()) rule(target, key);
  };
}

export function IsWhole(min: number, max: number, takes = `a whole number from ${min} to ${max}`): PropertyDecorator {
  return all(IsInt(says(takes)), Min(min, says(takes)), Max(max, says(takes)));
}

/** Takes text of up to `max` characters, and of at least one where `isFull`. */
export function IsText(max: number, takes = `text of up to ${max} characters`, isFull = false): PropertyDecorator {
  return all(IsString(says(takes)), isFull ? Length(1, max, says(takes)) : MaxLength(max, says(takes)));
}

export function IsOneOf(choices: readonly unknown[], takes: string): PropertyDecorator {
  return IsIn(choices, says(takes));
}

/** Takes a list of at least one name, each of them once. */
export function IsNameList(takes: string): PropertyDecorator {
  const rule = says(takes);
  return all(IsArray(rule), ArrayNotEmpty(rule), ArrayUnique(rule), IsString({ each: true, ...rule }));
}

/** A rule of our own: its check, and the same in the keywords of JSON Schema. */
function own(name: string, clause: Clause, options: ValidationOptions, validate = isMapping): PropertyDecorator {
  return ValidateBy({ name, constraints: [clause], validator: { validate } }, options);
}

function isMapping(value: unknown): boolean {
  return value instanceof Map;
}

const BY_PARAMETER: FileSchema = { type: 'object', propertyNames: { $ref: '#/definitions/parameterName' } };

/** Takes entries by the names of parameters. */
export function IsMappingOf(entry: EntryClass, takes: string): PropertyDecorator {
  return own('isMappingOf', (refer) => ({ ...BY_PARAMETER, additionalProperties: refer(entry) }), says(takes));
}

export function IsListOf(entry: EntryClass, takes: string): PropertyDecorator {
  const isList = (value: unknown) => Array.isArray(value) && value.every(isMapping);
  return own('isListOf', (refer) => ({ type: 'array', items: refer(entry) }), says(takes), isList);
}

export function IsFullListOf(entry: EntryClass, takes: string): PropertyDecorator {
  return all(IsListOf(entry, takes), ArrayNotEmpty(says(takes)));
}

/** Takes a mapping whose keys another reader checks. */
export function IsMapping(options: ValidationOptions): PropertyDecorator {
  return own('isMapping', () => ({ type: 'object' }), options);
}

/** Takes the parameters of a call. Their reader goes by the same rule, and says where a value breaks it. */
export function IsCall({ clause }: ValueRule<unknown>, options: ValidationOptions): PropertyDecorator {
  return own('isCall', () => ({ ...BY_PARAMETER, additionalProperties: clause }), options);
}

/** Takes rows by table. Their reader goes by the same rule, and says where rows break it. */
export function IsTables({ clause }: ValueRule<unknown>, takes: string): PropertyDecorator {
  return own('isTables', () => ({ type: 'object', additionalProperties: clause }), says(takes));
}

export function IsEntry(entry: EntryClass, takes: string): PropertyDecorator {
  return own('isEntry', (refer) => refer(entry), says(takes));
}

/** Takes at least one parameter with the name of something. Their reader goes by the same rule, and says where a name breaks it. */
export function IsNames({ clause }: ValueRule<unknown>, takes: string): PropertyDecorator {
  const isFull = (value: unknown) => value instanceof Map && value.size > 0;
  const schema: FileSchema = { ...BY_PARAMETER, minProperties: 1, additionalProperties: clause };
  return own('isNames', () => schema, says(takes), isFull);
}

/** Takes a TIMESTAMP to the millisecond, with a message of its own for each mistake. */
export function IsClockTime(takes: string): PropertyDecorator {
  const problem = (value: unknown) => {
    const parsed = typeof value === 'string' ? parseClockTime(value) : undefined;
    return parsed && 'problem' in parsed ? parsed.problem : undefined;
  };
  const isTime = (value: unknown) => typeof value === 'string' && problem(value) === undefined;
  const options = says(takes);
  const message = (given: ValidationArguments) => {
    const found = problem(given.value);
    return found === undefined ? options.message(given) : `"${given.property}" ${found}`;
  };
  const schema: FileSchema = { type: 'string', allOf: CLOCK_TIME.map(({ source }) => ({ pattern: source })) };
  return own('isClockTime', () => schema, { ...options, message }, isTime);
}

/** Takes whole seconds from 1 to `max`, or the word `disabled`. */
export function IsSecondsOrDisabled(max: number): PropertyDecorator {
  const isRight = (value: unknown) =>
    value === 'disabled' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max);
  const schema: FileSchema = { anyOf: [{ type: 'integer', minimum: 1, maximum: max }, { const: 'disabled' }] };
  return own('isSecondsOrDisabled', () => schema, says(`whole seconds from 1 to ${max}, or disabled`), isRight);
}

function sentence(property: string, rule: string, value: ValidationArguments['value']): string {
  if (value === undefined) return `"${property}" is missing; it must be ${rule}`;
  return `"${property}" must be ${rule}${quotesRemedy(rule, value)}`;
}

/** A remedy for YAML's most common slip: quotes decide between text and number, and the value does not show them. */
function quotesRemedy(rule: string, value: unknown): string {
  const isNumberRule = /number|seconds/.test(rule);
  if (typeof value === 'string' && isNumberRule && /^\d+$/.test(value)) return '; remove the quotes';
  if (typeof value === 'string' && rule.includes('true or false') && /^(?:true|false)$/i.test(value)) {
    return '; remove the quotes';
  }
  const isScalar = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  return isScalar && rule.includes('text') ? '; put it in quotes' : '';
}
