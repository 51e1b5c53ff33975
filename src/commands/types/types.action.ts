import { writeFile } from 'node:fs/promises';
import { contractOf } from '../../contract/endpoint-contract.js';
import { mayCall } from '../../contract/may-call.js';
import { typesText } from '../../contract/types/types-text.js';
import { Registry } from '../../registry/registry.service.js';
import { withCommandApp } from '../command-app.js';
import { type CommandContext } from '../command-context.js';
import { namedKey } from '../named-key.js';
import { type TypesOptions } from './types-options.js';

export async function writeTypes({ settings: read, out }: CommandContext, options: TypesOptions): Promise<void> {
  const settings = read();
  const key = await namedKey(settings, options.key);
  const formats = { timestamps: settings.timestamps, numbers: settings.numbers };
  const endpoints = await withCommandApp(settings, {}, (app) => Promise.resolve(app.get(Registry).list()));
  const callable = endpoints.filter(({ endpoint }) => mayCall(key, endpoint));
  const text = typesText(callable.map((described) => contractOf(described, key, formats)));
  if (options.out === undefined) out.write(text);
  else await writeFile(options.out, text);
}
