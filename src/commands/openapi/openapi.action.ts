import { writeFile } from 'node:fs/promises';
import { packageVersion } from '../../config/package-root.js';
import { openApiText } from '../../contract/openapi/document.js';
import { Registry } from '../../registry/registry.service.js';
import { withCommandApp } from '../command-app.js';
import { type CommandContext } from '../command-context.js';
import { namedKey } from '../named-key.js';
import { type OpenApiOptions } from './openapi-options.js';

export async function writeOpenApi({ settings: read, out }: CommandContext, options: OpenApiOptions): Promise<void> {
  const settings = read();
  const key = await namedKey(settings, options.key);
  const terms = {
    formats: { timestamps: settings.timestamps, numbers: settings.numbers },
    version: packageVersion(),
  } as const;
  const text = await withCommandApp(settings, {}, (app) =>
    Promise.resolve([...openApiText(app.get(Registry).list(), key, terms)].join('')),
  );
  if (options.out === undefined) out.write(text);
  else await writeFile(options.out, text);
}
