import { suggestion } from '../../../errors/suggestion.js';
import { type CallNode } from '../../ast/nodes.js';
import { CATALOGUE, type CatalogueEntry, functionsThat } from '../../functions/catalogue.js';
import { OTHER_NAMES, OTHER_WORDS } from '../../functions/other-dialects.js';
import { type DialectError, errorAt, unsupportedAt } from '../dialect-error.js';

/** The facts about the function that is called. */
export function knownFunction(node: CallNode): CatalogueEntry {
  const entry = CATALOGUE.get(node.name);
  if (!entry) throw unknownFunction(node);
  return entry;
}

const SUGGESTED = [...functionsThat(({ isElsewhere }) => !isElsewhere)];

/** The error for a function that is not there, with the one that may be meant. */
export function unknownFunction(node: CallNode): DialectError {
  const { name } = node;
  const other = OTHER_WORDS.get(name);
  if (other !== undefined) return errorAt(node, `GoogleSQL has ${other}`);
  const meant = OTHER_NAMES.get(name) ?? suggestion(name, SUGGESTED, 1);
  return unsupportedAt(node, `function ${name}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`);
}
