import { errorText } from '../../errors/error-text.js';
import { type ParameterDeclaration, bareParameter, type Pattern, patternOf } from '../../parameters/parameter.js';
import { readEntry } from '../yaml/entry-reader.js';
import { PARAMETER_ENTRY, type ParameterEntry } from './parameter-entry.js';
import { isTime, NOW, type ValueKeys, valueKeys } from './parameter-values.js';
import { type ValueRule } from './value-rule.js';
import { type Problems, type Problem } from '../../diagnostics/problem.js';
import { placeAt, type YamlMapping, type YamlEntry } from '../yaml/yaml-value.js';
import type { ProblemCode } from '../../diagnostics/problem-codes.js';
import { quote } from '../../errors/excerpt.js';
import { PARAMETER_NAME } from './parameter-name.js';

class ParameterReader {
  constructor(
    private readonly mapping: YamlMapping,
    private readonly problems: Problems,
  ) {}

  /** Reads one entry under `parameters`; undefined where its type cannot be made out. */
  read(name: string): ParameterDeclaration | undefined {
    const entry = readEntry(PARAMETER_ENTRY, this.mapping, this.problems);
    const type = entry.type === 'array' ? entry.items : entry.type;
    if (type === undefined) return undefined;
    const bare: ParameterDeclaration = {
      ...bareParameter(name, type),
      array: entry.type === 'array',
      description: entry.description,
      required: entry.required ?? false,
      logged: entry.log ?? false,
      ...(entry.accepts && { unixMillis: true }),
    };
    const limited = { ...bare, ...this.#limits(bare, entry) };
    const closed = { ...limited, enum: entry.enum && this.#read('enum', valueKeys(limited).enum) };
    const fallback = this.#read('default', valueKeys(closed).default) ?? (closed.array ? Object.freeze([]) : null);
    const isNow = isTime(closed) && fallback === NOW;
    if (!isNow && entry.truncate !== undefined && entry.default !== undefined) {
      this.#refuse('conflicting_keys', 'truncate', '"truncate" goes with default: now; remove it');
    }
    return Object.freeze({
      ...closed,
      default: isNow ? null : fallback,
      ...(isNow && { defaultNow: entry.truncate ?? '1d' }),
      otherwiseDefault: entry.otherwise === 'default',
    });
  }

  #limits(bare: ParameterDeclaration, entry: ParameterEntry) {
    const keys = valueKeys(bare);
    const min = this.#read('min', keys.min);
    const max = this.#read('max', keys.max);
    if (min !== undefined && max !== undefined && min > max) {
      this.#refuse('conflicting_keys', 'min', '"min" must not be greater than "max"; correct one of the two');
    }
    return { min, max, maxLength: entry.max_length, pattern: this.#pattern(entry.pattern) };
  }

  #pattern(source: string | undefined): Pattern | undefined {
    try {
      return source === undefined ? undefined : patternOf(source);
    } catch (error) {
      const reason = errorText(error).replace('Invalid regular expression: ', '');
      const what = `"pattern" is not a JavaScript regular expression (${reason})`;
      this.#refuse('invalid_value', 'pattern', `${what}; write \\ before what stands for itself`);
      return undefined;
    }
  }

  /** Reads a key that has a value of the parameter's type; undefined where it is left out, or breaks its rule. */
  #read<T>(key: keyof ValueKeys, rule: ValueRule<T> | undefined): T | undefined {
    const written = this.mapping.entries.get(key)?.value;
    return written && rule?.read(written, `"${key}"`, this.problems);
  }

  #refuse(code: ProblemCode, key: keyof ParameterEntry, message: string): void {
    this.problems.add(code, placeAt(this.mapping, key), message);
  }
}

/** Reads `parameters`, in the order of the file; parameters of an unclear type are missing. */
export function readParameters(mapping: YamlMapping, problems: Problems): readonly ParameterDeclaration[] {
  const names: string[] = [];
  const declarations = Array.from(mapping.entries).flatMap(([name, entry]) => {
    const problem = nameProblem(name, names);
    names.push(name);
    if (problem) problems.add(problem.code, entry.keyPlace, problem.message);
    return readEntryOf(name, entry, problems) ?? [];
  });
  return Object.freeze(declarations);
}

function readEntryOf(name: string, { value }: YamlEntry, problems: Problems): ParameterDeclaration | undefined {
  if (value.kind === 'mapping') return new ParameterReader(value, problems).read(name);
  const message = `a parameter is a mapping; write ${quote(name)}: { type: string }, for example`;
  problems.add('invalid_value', value.place, message);
  return undefined;
}

function nameProblem(name: string, others: readonly string[]): Pick<Problem, 'code' | 'message'> | undefined {
  if (!PARAMETER_NAME.form.test(name)) {
    return { code: 'invalid_value', message: `${quote(name)} is no parameter name; use ${PARAMETER_NAME.rule}` };
  }
  if (PARAMETER_NAME.reserved.test(name)) {
    return { code: 'invalid_value', message: `the name ${quote(name)} is reserved; use another one` };
  }
  const same = others.find((other) => other.toLowerCase() === name.toLowerCase());
  if (same === undefined) return undefined;
  const what = `${quote(name)} differs from ${quote(same)} only in case, which SQL does not see`;
  return { code: 'duplicate', message: `${what}; rename one of the two` };
}
