import { quote, didYouMean } from '../../../errors/excerpt.js';
import type { Problems } from '../../../diagnostics/problem.js';
import type { AgentsOffer, Endpoint } from '../../endpoint.js';
import { readEntry } from '../../yaml/entry-reader.js';
import { listAt, mappingAt, type YamlMapping } from '../../yaml/yaml-value.js';
import { AgentsEntry } from '../endpoint-file.js';
import { checkDescriptions } from './description-rules.js';

/** Most characters that every host takes in the name of a tool. */
const MAX_TOOL_NAME = 64;

/** The parts of a file that its offer to agents is checked against. */
type OfferedFile = Pick<Endpoint, 'name' | 'columns' | 'page' | 'sandboxing'>;

/** Reads `agents`; undefined where the endpoint is no tool. */
export function readAgents(file: YamlMapping, offered: OfferedFile, problems: Problems): AgentsOffer | undefined {
  const [written, agents] = [file.entries.get('agents'), mappingAt(file, 'agents')];
  if (!written || !agents) return undefined;
  const { enabled, description, max_rows: maxRows = 0, hide = [] } = readEntry(AgentsEntry, agents, problems);
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
