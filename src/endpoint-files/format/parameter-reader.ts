import { errorText } from '../../errors/error-text.js';
import {
  type ParameterDeclaration,
  type ParameterValue,
  type ScalarValue,
  bareParameter,
} from '../../parameters/parameter.js';
import { Pattern } from '../../parameters/pattern.js';
import type { TextPosition } from '../../googlesql/tokens/text-position.js';
import { readEntry } from '../yaml/entry-reader.js';
import { ParameterEntry } from './parameter-entry.js';
import { readParameterValue } from './parameter-value-reader.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlMapping, YamlValue } from '../yaml/yaml-value.js';

type Entry = Partial<ParameterEntry>;
type Limit = 'min' | 'max' | 'maxLength' | 'pattern';

/** Reads one entry under `parameters`; undefined where its type cannot be made out. */
export function readParameter(
  name: string,
  mapping: YamlMapping,
  problems: Problems,
): ParameterDeclaration | undefined {
  return new ParameterReader(mapping, problems).read(name);
}

class ParameterReader {
  constructor(
    private readonly mapping: YamlMapping,
    private readonly problems: Problems,
  ) {}

  read(name: string): ParameterDeclaration | undefined {
    const entry = readEntry(ParameterEntry, this.mapping, this.problems);
    const type = entry.type === 'array' ? entry.items : entry.type;
    if (type === undefined) return undefined;
    const bare: ParameterDeclaration = {
      ...bareParameter(name, type),
      array: entry.type === 'array',
      description: entry.description,
      required: entry.required ?? false,
      logged: entry.log ?? false,
    };
    const limited = { ...bare, ...this.#limits(bare, entry) };
    const closed = { ...limited, enum: entry.enum && this.#enum(limited) };
    const fallback = this.#default(closed);
    return Object.freeze({ ...closed, default: fallback, otherwiseDefault: entry.otherwise === 'default' });
  }

  #limits(bare: ParameterDeclaration, entry: Entry): Pick<ParameterDeclaration, Limit> {
    const isOrdered = bare.type !== 'string' && bare.type !== 'boolean';
    const min = isOrdered ? this.#scalar('min', bare) : undefined;
    const max = isOrdered ? this.#scalar('max', bare) : undefined;
    if (min !== undefined && max !== undefined && min > max) {
      this.problems.add(
        'conflicting_keys',
        this.#valuePlace('min'),
        '"min" must not be greater than "max"; correct one of the two',
      );
    }
    return { min, max, maxLength: entry.max_length, pattern: this.#pattern(entry.pattern) };
  }

  #pattern(source: string | undefined): Pattern | undefined {
    try {
      return source === undefined ? undefined : new Pattern(source);
    } catch (error) {
      this.problems.add(
        'invalid_value',
        this.#valuePlace('pattern'),
        `"pattern" is not a JavaScript regular expression (${errorText(error).replace('Invalid regular expression: ', '')}); write \\ before what stands for itself`,
      );
      return undefined;
    }
  }

  /** Undefined where an item is wrong: then nobody can tell whether the default is one of them. */
  #enum(limited: ParameterDeclaration): readonly ScalarValue[] | undefined {
    const before = this.problems.list.length;
    const members: ScalarValue[] = [];
    const list = this.mapping.entries.get('enum')?.value;
    for (const item of list?.kind === 'list' ? list.items : []) {
      const value = this.#convert('an item of "enum"', limited, item);
      if (value === '') {
        this.problems.add('invalid_value', item.place, 'an empty string counts as missing; remove it from "enum"');
      } else if (value !== undefined && members.includes(value)) {
        this.problems.add('duplicate', item.place, 'this value is in "enum" already; remove it');
      } else if (value !== undefined) {
        members.push(value);
      }
    }
    return this.problems.list.length === before ? Object.freeze(members) : undefined;
  }

  #default(closed: ParameterDeclaration): ParameterValue {
    const written = this.mapping.entries.get('default')?.value;
    if (!closed.array) return this.#scalar('default', closed) ?? null;
    if (written && written.kind !== 'list') {
      this.problems.add('invalid_value', written.place, '"default" of an array must be a list such as [a, b]');
    }
    const items = written?.kind === 'list' ? written.items : [];
    return Object.freeze(items.flatMap((item) => this.#convert('an item of "default"', closed, item) ?? []));
  }

  #scalar(key: string, declaration: ParameterDeclaration): ScalarValue | undefined {
    const value = this.mapping.entries.get(key)?.value;
    return value && this.#convert(`"${key}"`, declaration, value);
  }

  #convert(subject: string, declaration: ParameterDeclaration, value: YamlValue): ScalarValue | undefined {
    const parsed = readParameterValue(declaration, value);
    if ('value' in parsed) return parsed.value;
    this.problems.add('invalid_value', value.place, `${subject} ${parsed.problem}`);
    return undefined;
  }

  #valuePlace(key: string): TextPosition {
    return this.mapping.entries.get(key)?.value.place ?? this.mapping.place;
  }
}
