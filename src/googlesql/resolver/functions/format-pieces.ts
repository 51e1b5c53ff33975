import { isNumeric, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { type Call } from './call.js';

/** A piece of the format that FORMAT takes: a text, or a specifier that an argument is written by. */
export type FormatPiece = { readonly text: string } | Specifier;

interface Specifier {
  readonly text: string;
  /** Flags, width and precision. */
  readonly options: string;
  /** Letter of the form; empty where there is none. */
  readonly kind: string;
  /** Position of the argument, behind those of a width and a precision that are `*`. */
  readonly argument: number;
}

const PIECE = /%([-+ #0']*)(\*|\d*)(\.(?:\*|\d*))?(.)|[^%]+|%/gu;
const KINDS = /^[diuoxXfFeEgGpPstT]$/;
const NUMBERS = /^[diuoxXfFeEgG]$/;

/** Reads a format from its start to its end; `%%` is a text. */
export function formatPieces(format: string): FormatPiece[] {
  let argument = 0;
  return Array.from(format.matchAll(PIECE), ([text, flags = '', width = '', precision = '', kind = '']) => {
    if (text === '%%') return { text: '%' };
    if (!text.startsWith('%')) return { text };
    argument += 1 + [width, precision].filter((option) => option.endsWith('*')).length;
    return { text, options: `${flags}${width}${precision}`, kind, argument };
  });
}

/** Refuses a format that is written out where it has other specifiers than there are, or other arguments than these take. */
export function expectFormat(call: Call): void {
  const node = call.argument(0);
  const { literal } = call.value(node);
  if (typeof literal !== 'string') return;
  const specifiers = formatPieces(literal).filter((piece) => 'kind' in piece);
  for (const { text, kind, argument } of specifiers) {
    if (!KINDS.test(kind)) throw errorAt(node, `FORMAT has no specifier ${text}; a sign of per cent is written %%`);
    const value = call.args[argument];
    if (!value) throw errorAt(node, `FORMAT has no argument for ${text}; add one, or write %% for a sign of per cent`);
    const { type } = call.value(value);
    if (NUMBERS.test(kind) && !isNumeric(type) && type.kind !== 'NULL' && type.kind !== 'ERROR') {
      throw errorAt(value, `${text} takes a number, found ${typeName(type)}; %t writes any value`);
    }
  }
  const other = call.args[(specifiers.at(-1)?.argument ?? 0) + 1];
  if (other) throw errorAt(other, 'FORMAT has more arguments than its format names');
}
