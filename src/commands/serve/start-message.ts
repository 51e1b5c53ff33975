import { type NestExpressApplication } from '@nestjs/platform-express';
import { dataName, usesSampleData } from '../../config/data.js';
import { type Settings } from '../../config/settings.js';
import { type LogFields } from '../../logs/log-fields.js';
import { Registry } from '../../registry/registry.service.js';
import { baseUrl } from './listen.js';

/** Of the key that this start has made: the only time that its token is shown, and that its reach is warned of. */
export function introduction(firstToken: string, { keysFile }: Settings): string {
  return (
    `\nYour first key (shown this once, and kept as a hash in ${keysFile}):\n  ${firstToken}\n` +
    'It may do everything and never expires. Others get keys of their own: quern keys create <id> --scope …\n'
  );
}

/** What is served where, out of what. */
export function startFields(app: NestExpressApplication, settings: Settings): LogFields & { readonly url: string } {
  return {
    url: baseUrl(app),
    engine: settings.engine,
    data: dataName(settings),
    endpoints: app.get(Registry).list().length,
    endpoints_folder: settings.endpointsPath,
    keys_file: settings.keysFile,
  };
}

/** Calls that show rows of the sample logs. */
const EXAMPLES = [
  ['functions.invocation-stats', 'project=demo&interval=1hr'],
  ['logs.all', 'project=demo&project_tier=PRO'],
  ['usage.api-counts', 'project=demo&interval=daily'],
] as const;

/** The same for people, with calls that can be pasted as they are. */
export function welcome(app: NestExpressApplication, settings: Settings, firstToken: string | undefined): string {
  const { url, engine, data, endpoints, endpoints_folder: folder, keys_file: keysFile } = startFields(app, settings);
  const { apiKey } = settings;
  const lines = [
    `Quern is listening on ${url}`,
    `  engine     ${engine}`,
    `  data       ${data}${usesSampleData(settings) ? ' (invented sample logs)' : ''}`,
    `  endpoints  ${endpoints}, from ${folder}`,
    `  keys       ${keysFile}${apiKey === undefined ? '' : ', and QUERN_API_KEY'}`,
  ];
  return `\n${lines.join('\n')}\n${usesSampleData(settings) ? examples(app, url, firstToken) : ''}\n`;
}

function examples(app: NestExpressApplication, base: string, firstToken: string | undefined): string {
  // In double quotes, so that the shell fills the variable in.
  const header = firstToken === undefined ? '"X-API-KEY: $TOKEN"' : `'X-API-KEY: ${firstToken}'`;
  const served = new Set(
    app
      .get(Registry)
      .list()
      .map(({ endpoint }) => endpoint.name),
  );
  const calls = EXAMPLES.filter(([name]) => served.has(name)).map(
    ([name, query]) => `  curl -s -H ${header} '${base}/api/endpoints/query/${name}?${query}'\n`,
  );
  if (calls.length === 0) return '';
  const hint = firstToken === undefined ? ', with your token in $TOKEN' : '';
  return `\nTry${hint}:\n${calls.join('')}`;
}
