import { type Change, type Changes } from '../../contract/changes/change.js';
import { visibleJson } from '../../contract/types/words.js';
import { counted } from '../../errors/counted.js';
import { printable } from '../../errors/excerpt.js';
import { type ChangeFormat } from './openapi-options.js';

/** What has changed, those changes first that break callers. */
export function changesReport(changes: Changes, format: ChangeFormat): string {
  if (format === 'json') return `${visibleJson(changes)}\n`;
  const { breaking, harmless } = changes;
  const lines = [
    ...section('Breaks callers:', breaking),
    ...section('Harmless:', harmless),
    `${counted(breaking.length, 'change')} that ${breaking.length === 1 ? 'breaks' : 'break'} callers, ${harmless.length} harmless`,
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, changes: readonly Change[]): readonly string[] {
  return changes.length === 0 ? [] : [title, ...changes.map((change) => `  ${lineOf(change)}`), ''];
}

function lineOf({ kind, endpoint, name, detail }: Change): string {
  const what = name === undefined ? '' : `${kind.startsWith('column') ? 'column' : 'parameter'} ${name} `;
  return printable(`${endpoint}: ${what}${detail}`);
}
