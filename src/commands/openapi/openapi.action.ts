import { writeFile } from 'node:fs/promises';
import { type Key } from '../../access/key.js';
import { needKeysFile } from '../../access/keys-file.js';
import { packageVersion } from '../../config/package-root.js';
import { type Settings } from '../../config/settings.js';
import { openApiText } from '../../contract/openapi/document.js';
import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import { Registry } from '../../registry/registry.service.js';
import { withCommandApp } from '../command-app.js';
import { type CommandContext } from '../command-context.js';
import { OPERATOR } from '../operator-key.js';
import { type OpenApiOptions } from './openapi-options.js';

export async function writeOpenApi({ settings: read, out }: CommandContext, options: OpenApiOptions): Promise<void> {
  const settings = read();
  const key = options.key === undefined ? OPERATOR : await keyOf(settings, options.key);
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

/** @throws Error with the key that was probably meant */
async function keyOf({ keysFile }: Settings, id: string): Promise<Key> {
  const keys = (await needKeysFile(keysFile)).entries.map(({ key }) => key);
  const found = keys.find((key) => key.id === id);
  if (found) return found;
  const meant = didYouMean(
    id,
    keys.map((key) => key.id),
  );
  throw new Error(`there is no key ${quote(id)} in ${keysFile}.${meant}`);
}
