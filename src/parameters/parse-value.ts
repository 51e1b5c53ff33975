import { excerpt, quote } from '../errors/excerpt.js';
import { counted } from '../errors/listing.js';
import { parseTimestampOrMillis } from './calendar.js';
import type { ParameterDeclaration, ScalarValue } from './parameter.js';
import type { Parsed } from './parsed.js';
import { SCALAR_PARSERS, formatScalar } from './scalar.js';

/** Most values that a message lists. */
const MAX_LISTED = 20;

/** Reads one text as a value of a parameter, or as an element where the parameter is an array. */
export function parseValue(declaration: ParameterDeclaration, text: string): Parsed<ScalarValue> {
  const parsed = declaration.unixMillis
    ? parseTimestampOrMillis(text)
    : SCALAR_PARSERS[declaration.type](text, declaration);
  if (declaration.enum) return parseMember(declaration, declaration.enum, parsed, text);
  if ('problem' in parsed) return parsed;
  const problem = limitProblem(declaration, parsed.value);
  return problem === undefined ? parsed : { problem };
}

/** Takes a text that is no value of the type for one outside of the enum. */
function parseMember(
  declaration: ParameterDeclaration,
  members: readonly ScalarValue[],
  parsed: Parsed<ScalarValue>,
  text: string,
): Parsed<ScalarValue> {
  if ('value' in parsed && members.includes(parsed.value)) return parsed;
  const fallback = declaration.default;
  if (declaration.otherwiseDefault && fallback !== null && typeof fallback !== 'object') return { value: fallback };
  const listed = members.slice(0, MAX_LISTED).map((member) => formatScalar(declaration.type, member));
  const more = members.length > MAX_LISTED ? `, … (${members.length} in all)` : '';
  return { problem: `must be one of ${listed.join(', ')}${more}, not ${quote(text)}` };
}

function limitProblem(declaration: ParameterDeclaration, value: ScalarValue): string | undefined {
  const { type, min, max, maxLength, pattern } = declaration;
  // All values of one type are strings, bigints or numbers; dates are written so that they sort as text.
  if (min !== undefined && value < min) return `must be at least ${formatScalar(type, min)}`;
  if (max !== undefined && value > max) return `must be at most ${formatScalar(type, max)}`;
  if (typeof value !== 'string') return undefined;
  const length = maxLength === undefined ? 0 : Array.from(value).length;
  if (maxLength !== undefined && length > maxLength)
    return `must have at most ${counted(maxLength, 'character')}, not ${length}`;
  if (pattern && !pattern.whole.test(value)) return `must match ${excerpt(pattern.source)}, not ${quote(value)}`;
  return undefined;
}
