import { SCALARS } from '../../parameters/parameter.js';
import { reading } from '../command-context.js';
import { type DraftParameter } from './placement.js';

/** Reads `name:type`, with `[]` behind the type of a list and `!` at the end of a required one. */
export const parseParameter = reading(
  (text): DraftParameter | undefined => {
    const [, name = '', typeName, list, required] = /^([^:\s]+):(\w+)(\[\])?(!)?$/.exec(text) ?? [];
    const type = SCALARS.find((each) => each === typeName);
    return type && { name, type, array: list !== undefined, required: required !== undefined };
  },
  `Write it as name:type, such as project:string!; the types are ${SCALARS.join(', ')}, each with [] for a list.`,
);

export const parseCaching = reading<number | 'disabled'>((text) => {
  if (text === 'disabled') return text;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}, 'Write whole seconds, or disabled.');
