import type { Clause } from '../format/file-rules.js';
import type { KeyRule } from '../yaml/entry-keys.js';
import type { FileSchema } from './file-schema.js';

type Refer = Parameters<Clause>[0];

/** Every rule of class-validator that an entry class may use, in the keywords of JSON Schema. */
const KEYWORDS: Readonly<Record<string, (constraints: readonly unknown[]) => FileSchema>> = {
  isIn: ([choices]) => ({ enum: choices as unknown[] }),
  isString: () => ({ type: 'string' }),
  matches: ([pattern]) => ({ type: 'string', pattern: (pattern as RegExp).source }),
  isLength: ([min, max]) => ({ minLength: Number(min), maxLength: Number(max) }),
  maxLength: ([max]) => ({ maxLength: Number(max) }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  min: ([min]) => ({ minimum: Number(min) }),
  max: ([max]) => ({ maximum: Number(max) }),
  isArray: () => ({ type: 'array' }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMaxSize: ([max]) => ({ maxItems: Number(max) }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/** The keywords of all rules of one key. */
export function keywordsOf(rules: readonly KeyRule[], refer: Refer): FileSchema {
  const checks = rules.filter(({ type }) => type === 'customValidation');
  const own = checks.filter(({ each }) => !each).map((rule) => keywords(rule, refer));
  const each = checks.filter((rule) => rule.each).map((rule) => keywords(rule, refer));
  const items: FileSchema = each.length === 0 ? {} : { items: Object.assign({}, ...each) as FileSchema };
  return Object.assign({}, ...own, items) as FileSchema;
}

/** The keywords of one rule; our own rules have theirs with them. */
function keywords({ name = '', constraints }: KeyRule, refer: Refer): FileSchema {
  const [clause] = (constraints as readonly unknown[] | undefined) ?? [];
  if (typeof clause === 'function') return (clause as Clause)(refer);
  const say = KEYWORDS[name];
  if (!say) throw new Error(`the rule ${name} has no keyword of JSON Schema yet; add it to endpoint-schema-rules.ts`);
  return say(constraints);
}
