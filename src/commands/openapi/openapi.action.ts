import { documentChanges } from '../../contract/changes/document-changes.js';
import { type CommandContext, Exit } from '../command-context.js';
import { readGivenFile, writeGivenFile } from '../given-file.js';
import { documentOf } from './document-of.js';
import { type Change, type Changes } from '../../contract/changes/change.js';
import { visibleJson } from '../../contract/types/words.js';
import { printable } from '../../errors/excerpt.js';
import { counted } from '../../errors/listing.js';

interface OpenApiOptions {
  readonly key?: string;
  readonly out?: string;
  readonly against?: string;
  readonly format: 'text' | 'json';
}

export async function writeOpenApi(context: CommandContext, options: OpenApiOptions): Promise<void> {
  const { out } = context;
  const { against, format } = options;
  // The earlier document is read first, since `--out` may name the same file.
  const before = against === undefined ? undefined : await readGivenFile('--against', against);
  const text = await documentOf(context, options.key);
  if (options.out !== undefined) await writeGivenFile('--out', options.out, text);
  else if (before === undefined) out.write(text);
  if (before === undefined) return;
  const changes = documentChanges(before, text, against ?? '');
  out.write(changesReport(changes, format));
  if (changes.breaking.length > 0) throw new Exit(1);
}

function changesReport(changes: Changes, format: OpenApiOptions['format']): string {
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
