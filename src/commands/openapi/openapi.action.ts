import { writeFile } from 'node:fs/promises';
import { packageVersion } from '../../config/package-root.js';
import { mayCall } from '../../contract/may-call.js';
import { openApiText } from '../../contract/openapi/document.js';
import { printable } from '../../errors/excerpt.js';
import { listing } from '../../errors/listing.js';
import { Registry } from '../../registry/registry.service.js';
import { withCommandApp } from '../command-app.js';
import { type CommandContext } from '../command-context.js';
import { namedKey } from '../named-key.js';
import { type OpenApiOptions } from './openapi-options.js';

export async function writeOpenApi(
  { settings: read, out, err }: CommandContext,
  options: OpenApiOptions,
): Promise<void> {
  const settings = read();
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
  if (options.out === undefined) out.write(text);
  else await writeFile(options.out, text);
}
