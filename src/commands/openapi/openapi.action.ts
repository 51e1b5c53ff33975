import { readFile, writeFile } from 'node:fs/promises';
import { packageVersion } from '../../config/package-root.js';
import { type Changes } from '../../contract/changes/change.js';
import { documentChanges } from '../../contract/changes/document-changes.js';
import { mayCall } from '../../contract/may-call.js';
import { openApiText } from '../../contract/openapi/document.js';
import { errorText } from '../../errors/error-text.js';
import { printable } from '../../errors/excerpt.js';
import { listing } from '../../errors/listing.js';
import { Registry } from '../../registry/registry.service.js';
import { withCommandApp } from '../command-app.js';
import { type CommandContext } from '../command-context.js';
import { Exit } from '../exit.js';
import { namedKey } from '../named-key.js';
import { changesReport } from './changes-report.js';
import { type OpenApiOptions } from './openapi-options.js';

export async function writeOpenApi(
  { settings: read, out, err }: CommandContext,
  options: OpenApiOptions,
): Promise<void> {
  const settings = read();
  // First, since `--out` may name the same file.
  const before = options.against === undefined ? undefined : await readFile(options.against, 'utf8');
  const key = await namedKey(settings, options.key);
  const terms = {
    formats: { timestamps: settings.timestamps, numbers: settings.numbers },
    version: packageVersion(),
  } as const;
  const endpoints = await withCommandApp(settings, {}, (app) => Promise.resolve(app.get(Registry).list()));
  const text = [...openApiText(endpoints, key, terms)].join('');
  const unchecked = endpoints.filter((each) => each.unchecked !== undefined && mayCall(key, each.endpoint));
  if (unchecked.length > 0) {
    const names = listing(unchecked.map(({ endpoint }) => endpoint.name));
    err.write(`quern: nothing is known of the columns of ${names}: ${printable(unchecked[0]?.unchecked ?? '')}\n`);
  }
  if (options.out !== undefined) await writeFile(options.out, text);
  else if (before === undefined) out.write(text);
  if (before === undefined) return;
  const changes = changesSince(before, text, options.against ?? '');
  out.write(changesReport(changes, options.format));
  if (changes.breaking.length > 0) throw new Exit(1);
}

/** @throws Error that names the file of the earlier document where it is none */
function changesSince(before: string, now: string, file: string): Changes {
  try {
    return documentChanges(before, now);
  } catch (cause) {
    throw new Error(`${file}: ${errorText(cause)}`, { cause });
  }
}
