import { printable } from '../errors/excerpt.js';

/**
 * The subject of a log's line, beside its words: members of their own where lines are JSON, by these names. Values of parameters, SQL, URLs
 * and tokens are never among them.
 */
export interface LogFields {
  readonly request_id?: string | undefined;
  readonly trace_id?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly key?: string | undefined;
  readonly code?: string | undefined;
  readonly [field: string]: string | number | boolean | undefined;
}

/** The ids alone, for the end of a line of text whose words name the rest. */
export function idsText({ request_id, trace_id }: LogFields): string {
  return fieldsText({ request_id, trace_id });
}

/** All fields, each with a space in front. */
export function fieldsText(fields: LogFields): string {
  let text = '';
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined || value === '') continue;
    text += ` ${name}=${typeof value === 'string' ? valueText(value) : String(value)}`;
  }
  return text;
}

/** Characters of most values, which are seen to be plain sooner than all of Unicode. */
const PLAIN = /^[\w.:/-]+$/;

/** Quotes a value that could be read as something else, without characters that a terminal obeys. */
function valueText(value: string): string {
  return PLAIN.test(value) || /^[^\s"=\p{C}]+$/u.test(value) ? value : printable(JSON.stringify(value));
}
