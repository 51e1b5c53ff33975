import { isOrdered, type ParameterDeclaration, type ScalarValue } from '../../parameters/parameter.js';
import { parseValue } from '../../parameters/parse-value.js';
import type { Parsed } from '../../parameters/parsed.js';
import type { YamlValue } from '../yaml/yaml-value.js';
import { SCALAR_RULES } from './scalar-rules.js';
import { listOf, type ValueRule } from './value-rule.js';

/** `default` for the time of the call, beside instants and days. No instant and no day is written so. */
export const NOW = 'now';

export interface ValueKeys {
  readonly default: ValueRule<ScalarValue | readonly ScalarValue[]>;
  readonly enum: ValueRule<readonly ScalarValue[]>;
  /** Undefined for types without an order. */
  readonly min: ValueRule<ScalarValue> | undefined;
  readonly max: ValueRule<ScalarValue> | undefined;
}

/** The rules of the keys that hold a parameter's values; values are checked against the limits that the declaration has so far. */
export function valueKeys(declaration: ParameterDeclaration): ValueKeys {
  const one = scalarOf(declaration);
  const limit = isOrdered(declaration.type) ? one : undefined;
  return {
    default: declaration.array
      ? listOf(one, 'of an array must be a list such as [a, b]')
      : isTime(declaration) && !declaration.enum
        ? orNow(one)
        : one,
    enum: membersOf(declaration, one),
    min: limit,
    max: limit,
  };
}

export function isTime({ type, array }: ParameterDeclaration): boolean {
  return !array && (type === 'timestamp' || type === 'date');
}

function orNow(one: ValueRule<ScalarValue>): ValueRule<ScalarValue> {
  return {
    clause: { anyOf: [{ const: NOW }, one.clause] },
    read: (value, subject, problems) =>
      value.kind === 'scalar' && value.value === NOW ? NOW : one.read(value, subject, problems),
  };
}

function scalarOf(declaration: ParameterDeclaration): ValueRule<ScalarValue> {
  return {
    clause: { $ref: `#/definitions/${declaration.type}` },
    read(value, subject, problems) {
      const parsed = parseWritten(declaration, value);
      if ('value' in parsed) return parsed.value;
      problems.add('invalid_value', value.place, `${subject} ${parsed.problem}`);
      return undefined;
    },
  };
}

function parseWritten(declaration: ParameterDeclaration, value: YamlValue): Parsed<ScalarValue> {
  if (value.kind !== 'scalar') return { problem: `must be one ${declaration.type}, not a ${value.kind}` };
  const rule = SCALAR_RULES[declaration.type];
  // A float such as 1e3 and an integer such as 0x1F are read by YAML's rules, which are wider than those for a URL.
  return rule.holds(value.value) ? parseValue(declaration, String(value.value)) : { problem: rule.problem(value) };
}

/** The allowed values, each of them once. `PARAMETER_ENTRY` reports a value that is no list. */
function membersOf({ type }: ParameterDeclaration, one: ValueRule<ScalarValue>): ValueRule<readonly ScalarValue[]> {
  const isText = type === 'string';
  return {
    clause: {
      items: isText ? { allOf: [one.clause, { minLength: 1 }] } : one.clause,
      // Editors take two integers for equal that differ only beyond the 15th digit.
      ...(type !== 'integer' && { uniqueItems: true }),
    },
    /** Undefined where an item is wrong: it is not known then whether the default is one of them. */
    read(list, subject, problems) {
      const before = problems.count;
      const members: ScalarValue[] = [];
      for (const item of list.kind === 'list' ? list.items : []) {
        const value = one.read(item, `an item of ${subject}`, problems);
        if (isText && value === '') {
          // No call could ever give an empty string.
          problems.add('invalid_value', item.place, `an empty string counts as missing; remove it from ${subject}`);
        } else if (value !== undefined && members.includes(value)) {
          problems.add('duplicate', item.place, `this value is in ${subject} already; remove it`);
        } else if (value !== undefined) {
          members.push(value);
        }
      }
      return problems.count === before ? Object.freeze(members) : undefined;
    },
  };
}
