import type { Problems } from '../../../diagnostics/problem.js';
import { listAt, mappingAt, type YamlMapping, type YamlValue } from '../../yaml/yaml-value.js';

/**
 * Characters that readers of a text do not see, or see elsewhere: controls, bidirectional marks, tags, variation selectors but for the one
 * that makes an emoji of a character.
 */
const UNSEEN =
  /(?![\t\n\r]|(?<=\p{Emoji})\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Sentences that give a model orders instead of describing a tool. */
const INSTRUCTION =
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules)\b|\b(?:system prompt|developer message)\b|\byou (?:must|should|are) (?:always|never|now)\b|\b(?:do not|don['’]t|never) (?:tell|mention|reveal|inform)\b|<\/?(?:system|important|instructions?)>/i;

/** Checks the texts that a model is shown: a character that a person cannot see is an error, a sentence that sounds like an order a warning. */
export function checkDescriptions(file: YamlMapping, agents: YamlMapping, problems: Problems): void {
  for (const value of readTexts(file, agents)) {
    if (value?.kind !== 'scalar' || typeof value.value !== 'string') continue;
    const unseen = UNSEEN.exec(value.value)?.[0];
    if (unseen !== undefined) {
      const hex = (unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      const message = `a model reads this text, and a person does not see U+${hex} in it; remove that character`;
      problems.add('invalid_value', value.place, message);
    }
    if (INSTRUCTION.test(value.value.replaceAll(/\s+/g, ' '))) {
      const message =
        'this text reads like instructions to a model; say what the tool answers, and leave what to do with it to its user';
      problems.add('agent_instructions', value.place, message, 'warning');
    }
  }
}

/** Descriptions of the endpoint, its tool, its parameters and its columns, and the values and names in the tool's schemas. */
function readTexts(file: YamlMapping, agents: YamlMapping): readonly (YamlValue | undefined)[] {
  const ofParameters = Array.from(mappingAt(file, 'parameters')?.entries.values() ?? [], ({ value }) => value);
  const ofColumns = listAt(file, 'columns')?.items ?? [];
  return [
    ...[file, agents, ...ofParameters, ...ofColumns].map((each) => entryOf(each, 'description')),
    ...ofParameters.flatMap((each) => ['enum', 'default', 'pattern'].flatMap((key) => itemsOf(entryOf(each, key)))),
    ...ofColumns.map((each) => entryOf(each, 'name')),
  ];
}

function entryOf(value: YamlValue, key: string): YamlValue | undefined {
  return value.kind === 'mapping' ? value.entries.get(key)?.value : undefined;
}

function itemsOf(value: YamlValue | undefined): readonly (YamlValue | undefined)[] {
  return value?.kind === 'list' ? value.items : [value];
}
