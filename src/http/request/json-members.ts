import { type JSONVisitor } from 'jsonc-parser';
import { JsonFault, visitJson } from '../../diagnostics/visit-json.js';
import { QuernError } from '../../errors/quern-error.js';
import { positionAt } from '../../googlesql/tokens/text-position.js';

/** A value of JSON that has no parts, and its text in the body, since JavaScript rounds numbers. */
export interface JsonLiteral {
  readonly value: string | number | boolean | null;
  readonly written: string;
}

/** A member of the body's object with its value, or the elements of its list; undefined for each that has parts itself. */
export interface JsonMember {
  readonly name: string;
  readonly values: (JsonLiteral | undefined)[];
}

/** Depth beyond which nothing is read: the object, a list in it, and one more, which is refused by name. */
const DEEPEST_READ = 3;

/**
 * Reads the members of a JSON object in their order. A name that is given twice is there twice.
 *
 * @throws QuernError `malformed_request` with the place where the text is no JSON (RFC 8259), or if it is no object
 */
export function jsonMembers(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let depth = 0;
  const add = (value?: JsonLiteral): void => {
    if (depth === 0) throw malformed('The body must be one JSON object, such as {"limit": 10}.');
    members.at(-1)?.values.push(value);
  };
  const enter = (): void => {
    depth += 1;
    if (depth > DEEPEST_READ)
      throw malformed('The body is nested too deep: a parameter is one value or one list of values.');
  };
  const leave = (): void => {
    depth -= 1;
  };
  const visitor: JSONVisitor = {
    onObjectBegin: () => {
      if (depth > 0) add();
      enter();
    },
    onObjectProperty: (name) => {
      if (depth === 1) members.push({ name, values: [] });
    },
    onObjectEnd: leave,
    onArrayBegin: () => {
      if (depth !== 1) add();
      enter();
    },
    onArrayEnd: leave,
    onLiteralValue: (value: JsonLiteral['value'], offset, length) => {
      add({ value, written: text.slice(offset, offset + length) });
    },
  };
  try {
    visitJson(text, visitor);
  } catch (error) {
    throw error instanceof JsonFault ? malformed(`The body is not JSON: ${mistakeAt(text, error.offset)}.`) : error;
  }
  return members;
}

function mistakeAt(text: string, offset: number): string {
  const { line, column } = positionAt(text, offset);
  const place = `line ${line}, column ${column}`;
  if (offset >= text.length) return `it ends too early, at ${place}`;
  // Between values a line break is white space, so that this one is in a text.
  return text.charAt(offset) < ' '
    ? `at ${place} a text has a line break or another control character; write \\n for a line break`
    : `what stands at ${place} cannot stand there`;
}

function malformed(detail: string): QuernError {
  return new QuernError('malformed_request', detail);
}
