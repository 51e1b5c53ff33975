import { InvalidKeys } from '../access/invalid-keys.js';
import { InvalidSettings } from '../config/invalid-settings.js';
import { problemText } from '../diagnostics/problem-text.js';
import { QuernError } from '../errors/quern-error.js';
import { errorText } from '../errors/error-text.js';
import { InvalidEndpoints } from '../registry/invalid-endpoints.js';
import { type Terminal } from './command-context.js';
import { terminalStyle } from './output/terminal-style.js';

/** The message of a command that failed. It has no stack: nearly all failures are mistakes in the operator's files or arguments. */
export function failureMessage(error: unknown, err: Terminal): string {
  if (error instanceof QuernError) {
    // Several problems have a sentence each, which need no other.
    const [first = error.detail, ...others] = error.errors.map(({ detail }) => detail);
    const cause = error.cause === undefined ? first : `${first.replace(/\.$/, '')}: ${errorText(error.cause).trim()}`;
    return [`quern: ${cause}`, ...others.map((detail) => `       ${detail}`)].join('\n');
  }
  if (error instanceof InvalidEndpoints) return problemText(error.problems, terminalStyle(err));
  if (error instanceof InvalidSettings || error instanceof InvalidKeys) return error.message;
  return `quern: ${errorText(error)}`;
}
