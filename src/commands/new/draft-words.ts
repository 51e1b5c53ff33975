import { InvalidArgumentError } from 'commander';
import { SCALARS } from '../../parameters/parameter.js';
import { type DraftParameter } from './placement.js';

/** Reads `name:type`, with `[]` behind the type of a list and `!` at the end of a required one. */
export function parseParameter(text: string): DraftParameter {
  const [, name = '', typeName, list, required] = /^([^:\s]+):(\w+)(\[\])?(!)?$/.exec(text) ?? [];
  const type = SCALARS.find((each) => each === typeName);
  if (!type) {
    throw new InvalidArgumentError(
      `Write it as name:type, such as project:string!; the types are ${SCALARS.join(', ')}, each with [] for a list.`,
    );
  }
  return { name, type, array: list !== undefined, required: required !== undefined };
}

export function parseCaching(text: string): number | 'disabled' {
  if (text === 'disabled') return text;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write whole seconds, or disabled.');
  return Number(text);
}
