import { documentChanges } from '../../contract/changes/document-changes.js';
import { type CommandContext } from '../command-context.js';
import { Exit } from '../exit.js';
import { readGivenFile, writeGivenFile } from '../given-file.js';
import { changesReport } from './changes-report.js';
import { documentOf } from './document-of.js';
import { type OpenApiOptions } from './openapi-options.js';

export async function writeOpenApi(context: CommandContext, options: OpenApiOptions): Promise<void> {
  const { out } = context;
  const { against, format } = options;
  // First, since `--out` may name the same file.
  const before = against === undefined ? undefined : await readGivenFile('--against', against);
  const text = await documentOf(context, options.key);
  if (options.out !== undefined) await writeGivenFile('--out', options.out, text);
  else if (before === undefined) out.write(text);
  if (before === undefined) return;
  const changes = documentChanges(before, text, against ?? '');
  out.write(changesReport(changes, format));
  if (changes.breaking.length > 0) throw new Exit(1);
}
