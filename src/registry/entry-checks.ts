import { getMetadataStorage } from 'class-validator';
import type { KeyRule } from './entry-keys.js';

type Check = (value: unknown, entry: object) => boolean;

/** The checks of one key of an entry. */
interface KeyChecks {
  readonly key: string;
  /** Where one of these says no, the key may be left out, and is. */
  readonly conditions: readonly Check[];
  readonly checks: readonly Check[];
}

/** Of each class; its rules never change. */
const known = new Map<new () => object, readonly KeyChecks[]>();

/**
 * Does an entry break no rule of its class? class-validator itself gathers the rules anew for each object, and makes an error of every
 * key before it knows of one.
 */
export function keepsRules(type: new () => object, entry: object): boolean {
  const keys = known.get(type) ?? checksOf(type);
  known.set(type, keys);
  const values = entry as Readonly<Record<string, unknown>>;
  return keys.every(({ key, conditions, checks }) => {
    const value = values[key];
    return !conditions.every((isMet) => isMet(value, entry)) || checks.every((check) => check(value, entry));
  });
}

function checksOf(type: new () => object): readonly KeyChecks[] {
  const storage = getMetadataStorage();
  const rules = storage.groupByPropertyName(storage.getTargetValidationMetadatas(type, '', false, false));
  return Object.entries(rules).map(([key, all]) => ({
    key,
    conditions: all.filter((rule) => rule.type === 'conditionalValidation').map(conditionOf),
    checks: all.filter((rule) => rule.type === 'customValidation').flatMap(checksOfRule),
  }));
}

/** As IsOptional has it: of the entry, and then of the value. */
function conditionOf({ constraints }: KeyRule): Check {
  const isMet = constraints[0] as (entry: object, value: unknown) => boolean;
  return (value, entry) => isMet(entry, value);
}

function checksOfRule({ constraintCls, constraints, each, propertyName }: KeyRule): readonly Check[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => {
      const check: Check = (value, object) =>
        instance.validate(value, { value, object, constraints, property: propertyName, targetName: '' }) === true;
      if (!each) return check;
      return (value, entry) => Array.isArray(value) && value.every((item) => check(item, entry));
    });
}
