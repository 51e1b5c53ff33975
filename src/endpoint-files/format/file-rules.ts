import { Allow, ValidateBy, type ValidationArguments, type ValidationOptions } from '../yaml/class-validator.js';
import { parseClockTime } from './clock-time.js';
import type { ValueRule } from './value-rule.js';

type EntryClass = () => new () => object;
type Message = (given: ValidationArguments) => string;

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

export function IsMappingOf(entry: EntryClass, options: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: 'isMappingOf', constraints: [entry], validator: isMapping() }, options);
}

export function IsListOf(entry: EntryClass, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => Array.isArray(value) && value.every((item) => item instanceof Map);
  return ValidateBy({ name: 'isListOf', constraints: [entry], validator: { validate } }, options);
}

/** Takes a mapping whose keys another reader checks. */
export function IsMapping(options: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: 'isMapping', validator: isMapping() }, options);
}

/** Takes the parameters of a call. Their reader goes by the same rule, and says where a value breaks it. */
export function IsCall(value: ValueRule<unknown>, options: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: 'isCall', constraints: [value], validator: isMapping() }, options);
}

/** Takes rows by table. Their reader goes by the same rule, and says where rows break it. */
export function IsTables(rows: ValueRule<unknown>, options: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: 'isTables', constraints: [rows], validator: isMapping() }, options);
}

export function IsEntry(entry: EntryClass, options: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: 'isEntry', constraints: [entry], validator: isMapping() }, options);
}

/** Takes at least one parameter with the name of something. Their reader goes by the same rule, and says where a name breaks it. */
export function IsNames(name: ValueRule<unknown>, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => value instanceof Map && value.size > 0;
  return ValidateBy({ name: 'isNames', constraints: [name], validator: { validate } }, options);
}

/** Takes a TIMESTAMP to the millisecond, with a message of its own for each mistake. */
export function IsClockTime(options: ValidationOptions & { readonly message: Message }): PropertyDecorator {
  const problem = (value: unknown) => {
    const parsed = typeof value === 'string' ? parseClockTime(value) : undefined;
    return parsed && 'problem' in parsed ? parsed.problem : undefined;
  };
  const validate = (value: unknown) => typeof value === 'string' && problem(value) === undefined;
  const message = (given: ValidationArguments) => {
    const found = problem(given.value);
    return found === undefined ? options.message(given) : `"${given.property}" ${found}`;
  };
  return ValidateBy({ name: 'isClockTime', validator: { validate } }, { ...options, message });
}

/** Takes whole seconds from 1 to `max`, or the word `disabled`. */
export function IsSecondsOrDisabled(max: number, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) =>
    value === 'disabled' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max);
  return ValidateBy({ name: 'isSecondsOrDisabled', constraints: [max], validator: { validate } }, options);
}

function isMapping() {
  return { validate: (value: unknown) => value instanceof Map };
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
