import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../dialect-error.js';
import { quote } from '../../../../errors/excerpt.js';

/** `$.name`, `$."a name"` (`$['a name']` in the older functions) and `$[0]`, one after the other. */
const STEP = /\.([A-Za-z_][\w-]*)|\[(0|[1-9]\d{0,8})\]/y;
const QUOTED_STEP = /\."([^"'\\\]*]+)"/y;
const BRACKETED_STEP = /\['([^"'\\\]*]+)'\]/y;

export type Step = string | number;

/** The steps of a JSONPath that is known at load. */
export function jsonPath(path: string, older: boolean, node: WrittenNode): readonly Step[] {
  const steps: Step[] = [];
  let at = path.startsWith('$') ? 1 : 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(path);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at > 0 && at < path.length) {
    const found = take(STEP) ?? take(older ? BRACKETED_STEP : QUOTED_STEP);
    if (!found) break;
    steps.push(found[2] === undefined ? (found[1] ?? '') : Number(found[2]));
  }
  if (at < path.length || at === 0 || steps.some((step) => typeof step === 'string' && /^\d+$/.test(step))) {
    const quoted = older ? "['a name']" : '."a name"';
    const remedy = `; a path is $, and behind it as many of .name, ${quoted} and [0] as there are steps`;
    throw unsupportedAt(node, `JSONPath ${quote(path)}`, remedy);
  }
  return steps;
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
