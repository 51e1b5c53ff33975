import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { type Step, stepsOf } from '../../../../googlesql/json/path-steps.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { quote } from '../../../../errors/excerpt.js';

/** The steps of a JSONPath that is known at load. */
export function jsonPath(path: string, older: boolean, node: WrittenNode): readonly Step[] {
  const steps = stepsOf(path, older);
  if (steps) return steps;
  const quoted = older ? "['a name']" : '."a name"';
  const remedy = `; a path is $, and behind it as many of .name, ${quoted} and [0] as there are steps`;
  throw unsupportedAt(node, `JSONPath ${quote(path)}`, remedy);
}

/**
 * A JSON Pointer: in text, GoogleSQL takes `[0]` for the name "0" as well, as a pointer does.
 */
export function pointer(steps: readonly Step[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** DuckDB's own path, in which a number is an index and nothing else, as it is to GoogleSQL in a JSON value. */
export function strictPath(steps: readonly Step[]): string {
  return `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `."${step}"`)).join('')}`;
}
