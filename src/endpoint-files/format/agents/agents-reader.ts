import { quote } from '../../../errors/excerpt.js';
import { didYouMean } from '../../../errors/suggestion.js';
import { type Problems } from '../../../diagnostics/problem.js';
import { type AgentsOffer, type Endpoint } from '../../endpoint.js';
import { readEntry } from '../../yaml/entry-reader.js';
import { listAt, mappingAt, type YamlMapping, type YamlValue } from '../../yaml/yaml-value.js';
import { AGENTS_ENTRY } from '../endpoint-file.js';

/** Most characters that every host takes in the name of a tool. */
const MAX_TOOL_NAME = 64;

/** The parts of a file that its offer to agents is checked against. */
type OfferedFile = Pick<Endpoint, 'name' | 'columns' | 'page' | 'sandboxing'>;

/** Reads `agents`; undefined where the endpoint is no tool. */
export function readAgents(file: YamlMapping, offered: OfferedFile, problems: Problems): AgentsOffer | undefined {
  const [written, agents] = [file.entries.get('agents'), mappingAt(file, 'agents')];
  if (!written || !agents) return undefined;
  const { enabled, description, max_rows: maxRows = 0, hide = [] } = readEntry(AGENTS_ENTRY, agents, problems);
  if (enabled !== true) return undefined;
  if (offered.name.length > MAX_TOOL_NAME) {
    const what = `the name of a tool has ${MAX_TOOL_NAME} characters at most, and ${quote(offered.name)} has ${offered.name.length}`;
    problems.add('conflicting_keys', written.keyPlace, `${what}; give the endpoint a shorter name`);
  }
  checkHidden(hide, offered, agents, problems);
  checkDescriptions(file, agents, problems);
  return Object.freeze({ description, maxRows, hide: Object.freeze(hide) });
}

/** Refuses to hide a column by a name which it does not have: it would be shown. */
function checkHidden(hide: readonly string[], offered: OfferedFile, agents: YamlMapping, problems: Problems): void {
  const { columns, page, sandboxing } = offered;
  const list = listAt(agents, 'hide');
  if (hide.length === 0 || !list) return;
  if (sandboxing) {
    const what = 'a caller’s SQL reads whichever columns it names';
    problems.add(
      'conflicting_keys',
      list.place,
      `${what}; leave the column out of the WITH, and "hide" out of "agents"`,
    );
    return;
  }
  if (!columns) {
    problems.add('conflicting_keys', list.place, '"hide" needs "columns": write the columns that the query returns');
    return;
  }
  const names = columns.map((column) => column.name);
  for (const [index, name] of hide.entries()) {
    const place = list.items[index]?.place ?? list.place;
    if (page?.some(({ column }) => column === name)) {
      const what = `the cursor of a page holds values of ${quote(name)}, which whoever has it can read`;
      problems.add('conflicting_keys', place, `${what}; page by another column`);
    }
    if (names.includes(name)) continue;
    const message = `there is no column ${quote(name)} under "columns".${didYouMean(name, names)}`;
    problems.add('invalid_value', place, message);
  }
}

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
function checkDescriptions(file: YamlMapping, agents: YamlMapping, problems: Problems): void {
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
