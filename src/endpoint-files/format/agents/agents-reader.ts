import { quote } from '../../../errors/excerpt.js';
import { didYouMean } from '../../../errors/suggestion.js';
import type { Problems } from '../../../diagnostics/problem.js';
import type { AgentsOffer, ColumnDeclaration, Endpoint } from '../../endpoint.js';
import { readEntry } from '../../yaml/entry-reader.js';
import type { YamlMapping } from '../../yaml/yaml-value.js';
import { AgentsEntry } from './agents-entry.js';
import { checkDescriptions } from './description-rules.js';

/** Most characters that every host takes in the name of a tool. */
const MAX_TOOL_NAME = 64;

/** The parts of a file that its offer to agents is checked against. */
export interface OfferedFile {
  readonly name: string;
  readonly columns: readonly ColumnDeclaration[] | undefined;
  readonly page: Endpoint['page'];
  readonly isSandboxed: boolean;
}

/** Reads `agents`; undefined where the endpoint is no tool. */
export function readAgents(file: YamlMapping, offered: OfferedFile, problems: Problems): AgentsOffer | undefined {
  const written = file.entries.get('agents');
  if (written?.value.kind !== 'mapping') return undefined;
  const { enabled, description, max_rows: maxRows = 0, hide = [] } = readEntry(AgentsEntry, written.value, problems);
  if (enabled !== true) return undefined;
  if (offered.name.length > MAX_TOOL_NAME) {
    const message = `the name of a tool has ${MAX_TOOL_NAME} characters at most, and ${quote(offered.name)} has ${offered.name.length}; give the endpoint a shorter name`;
    problems.add('conflicting_keys', written.keyPlace, message);
  }
  checkHidden(hide, offered, written.value, problems);
  checkDescriptions(file, written.value, problems);
  return Object.freeze({ description, maxRows, hide: Object.freeze(hide) });
}

/** Refuses to hide a column by a name which it does not have: it would be shown. */
function checkHidden(
  hide: readonly string[],
  { columns, page, isSandboxed }: OfferedFile,
  agents: YamlMapping,
  problems: Problems,
) {
  const list = agents.entries.get('hide')?.value;
  if (hide.length === 0 || !list) return;
  if (isSandboxed) {
    const message =
      'a caller’s SQL reads whichever columns it names; leave the column out of the WITH, and "hide" out of "agents"';
    problems.add('conflicting_keys', list.place, message);
    return;
  }
  if (!columns) {
    problems.add('conflicting_keys', list.place, '"hide" needs "columns": write the columns that the query returns');
    return;
  }
  const names = columns.map((column) => column.name);
  for (const [index, name] of hide.entries()) {
    const place = list.kind === 'list' ? (list.items[index]?.place ?? list.place) : list.place;
    if (page?.some(({ column }) => column === name)) {
      const message = `the cursor of a page holds values of ${quote(name)}, which whoever has it can read; page by another column`;
      problems.add('conflicting_keys', place, message);
    }
    if (names.includes(name)) continue;
    problems.add(
      'invalid_value',
      place,
      `there is no column ${quote(name)} under "columns".${didYouMean(name, names)}`,
    );
  }
}
