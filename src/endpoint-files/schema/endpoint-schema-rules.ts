import { CLOCK_TIME } from '../format/clock-time.js';
import type { ValueRule } from '../format/value-rule.js';
import type { KeyRule } from '../yaml/entry-keys.js';
import type { FileSchema } from './file-schema.js';

type Refer = (entry: new () => object) => FileSchema;
type Keywords = (constraints: readonly unknown[], refer: Refer) => FileSchema;

/** Every rule that an entry class may use, in the keywords of JSON Schema. */
const KEYWORDS: Readonly<Record<string, Keywords>> = {
  isIn: ([choices]) => ({ enum: choices as unknown[] }),
  isString: () => ({ type: 'string' }),
  matches: ([pattern]) => ({ type: 'string', pattern: (pattern as RegExp).source }),
  isLength: ([min, max]) => ({ minLength: Number(min), maxLength: Number(max) }),
  maxLength: ([max]) => ({ maxLength: Number(max) }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  min: ([min]) => ({ minimum: Number(min) }),
  max: ([max]) => ({ maximum: Number(max) }),
  isSecondsOrDisabled: ([max]) => ({
    anyOf: [{ type: 'integer', minimum: 1, maximum: Number(max) }, { const: 'disabled' }],
  }),
  isArray: () => ({ type: 'array' }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMaxSize: ([max]) => ({ maxItems: Number(max) }),
  arrayUnique: () => ({ uniqueItems: true }),
  isMapping: () => ({ type: 'object' }),
  isMappingOf: ([entry], refer) => ({
    type: 'object',
    propertyNames: { $ref: '#/definitions/parameterName' },
    additionalProperties: refer(nested(entry)),
  }),
  isCall: ([value]) => ({
    type: 'object',
    propertyNames: { $ref: '#/definitions/parameterName' },
    additionalProperties: (value as ValueRule<unknown>).clause,
  }),
  isEntry: ([entry], refer) => refer(nested(entry)),
  isNames: ([name]) => ({
    type: 'object',
    propertyNames: { $ref: '#/definitions/parameterName' },
    minProperties: 1,
    additionalProperties: (name as ValueRule<unknown>).clause,
  }),
  isTables: ([rows]) => ({ type: 'object', additionalProperties: (rows as ValueRule<unknown>).clause }),
  isClockTime: () => ({ type: 'string', allOf: CLOCK_TIME.map(({ source }) => ({ pattern: source })) }),
  isListOf: ([entry], refer) => ({ type: 'array', items: refer(nested(entry)) }),
};

/** The keywords of all rules of one key. */
export function keywordsOf(rules: readonly KeyRule[], refer: Refer): FileSchema {
  const checks = rules.filter(({ type }) => type === 'customValidation');
  const own = checks.filter(({ each }) => !each).map((rule) => keywords(rule, refer));
  const each = checks.filter((rule) => rule.each).map((rule) => keywords(rule, refer));
  const items: FileSchema = each.length === 0 ? {} : { items: Object.assign({}, ...each) as FileSchema };
  return Object.assign({}, ...own, items) as FileSchema;
}

function keywords({ name = '', constraints }: KeyRule, refer: Refer): FileSchema {
  const say = KEYWORDS[name];
  if (!say) throw new Error(`the rule ${name} has no keyword of JSON Schema yet; add it to endpoint-schema-rules.ts`);
  return say(constraints, refer);
}

function nested(entry: unknown): new () => object {
  return (entry as () => new () => object)();
}
