import { PLAIN, type TextStyle } from '../../diagnostics/problem-line.js';
import { type Terminal } from '../command-context.js';

/** The style of text on a stream. Node knows which terminals have colors, and asks NO_COLOR and its like. */
export function terminalStyle(stream: Terminal & { readonly hasColors?: () => boolean }): TextStyle {
  if (stream.isTTY !== true) return PLAIN;
  // A terminal of unknown size says 0.
  const width = stream.columns === undefined || stream.columns === 0 ? PLAIN.width : stream.columns;
  return { colors: stream.hasColors?.() ?? false, width };
}
