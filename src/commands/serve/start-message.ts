import { type NestExpressApplication } from '@nestjs/platform-express';
import { dataName, sampleDataChoice, usesSampleData } from '../../config/data.js';
import { SHIPPED_ENDPOINTS } from '../../config/local-defaults.js';
import { servesConsole } from '../../config/loopback.js';
import { type Settings } from '../../config/settings.js';
import { type LogFields } from '../../logs/log-fields.js';
import { Registry } from '../../registry/registry.service.js';
import { baseUrl } from './listen.js';

/** Introduces the key that this start has made: its token is shown, and its reach warned of, this once. */
export function introduction(firstToken: string, { keysFile }: Settings): string {
  return (
    `\nYour first key (shown this once, and kept as a hash in ${keysFile}):\n  ${firstToken}\n` +
    'It may do everything and never expires. Others get keys of their own: quern keys create <id> --scope …\n'
  );
}

/** Advice where there are no endpoints yet; the shipped ones are offered over the sample logs that they are about. */
export function withoutEndpoints(settings: Settings): string {
  const sample = sampleDataChoice(settings);
  const shipped = /^[\w./@+-]+$/.test(SHIPPED_ENDPOINTS) ? SHIPPED_ENDPOINTS : `'${SHIPPED_ENDPOINTS}'`;
  return (
    `There are no endpoints in ${settings.endpointsPath} yet. To have some:\n` +
    '  quern new    asks what it is to answer, and writes it\n' +
    '  quern init   writes one over a file of rows, with the data that it needs\n' +
    `Those that ship with Quern are over ${sample === undefined ? 'log tables' : 'invented sample logs'}:\n` +
    `  ${sample ?? ''}QUERN_ENDPOINTS=${shipped} quern serve\n`
  );
}

export function startFields(
  app: NestExpressApplication,
  settings: Settings,
): LogFields & { readonly url: string; readonly console?: string } {
  const url = baseUrl(app);
  return {
    url,
    engine: settings.engine,
    data: dataName(settings),
    endpoints: app.get(Registry).list().length,
    endpoints_folder: settings.endpointsPath,
    keys_file: settings.keysFile,
    ...(servesConsole(settings) && { console: `${url}/console` }),
  };
}

/** Calls that show rows of the sample logs. */
const EXAMPLES = [
  ['functions.invocation-stats', 'project=demo&interval=1hr'],
  ['logs.all', 'project=demo&project_tier=PRO'],
  ['usage.api-counts', 'project=demo&interval=daily'],
] as const;

export function welcome(app: NestExpressApplication, settings: Settings, firstToken: string | undefined): string {
  const { url, engine, data, endpoints, console } = startFields(app, settings);
  const { apiKey, endpointsPath: folder, keysFile } = settings;
  const isSample = usesSampleData(settings);
  // Operators with a key already know their calls.
  const calls = isSample || firstToken !== undefined ? exampleCalls(app, isSample) : [];
  const lines = [
    `Quern is listening on ${url}`,
    `  engine     ${engine}`,
    `  data       ${data}${isSample ? ' (invented sample logs)' : ''}`,
    `  endpoints  ${endpoints}, ${folder === SHIPPED_ENDPOINTS ? 'those that ship with Quern' : `from ${folder}`}`,
    `  keys       ${keysFile}${apiKey === undefined ? '' : ', and QUERN_API_KEY'}`,
    ...(console === undefined ? [] : [`  console    ${consoleLink(console, firstToken, calls.at(-1))}`]),
  ];
  const own = folder === SHIPPED_ENDPOINTS ? '\nEndpoints over files of your own: quern init\n' : '';
  return `\n${lines.join('\n')}\n${examples(calls, url, firstToken)}${own}\n`;
}

function examples(calls: readonly string[], base: string, firstToken: string | undefined): string {
  if (calls.length === 0) return '';
  // The double quotes let the shell fill the variable in.
  const lines = calls.map((call) => `  curl -s -H "X-API-KEY: $QUERN_KEY" '${base}/api/endpoints/query${call}'\n`);
  if (firstToken === undefined) return `\nTry, with your token in $QUERN_KEY:\n${lines.join('')}`;
  return `\nTry:\n  export QUERN_KEY=${firstToken}\n${lines.join('')}`;
}

/** Calls that show something, as the part behind the path of saved queries: rows of the sample logs, or an endpoint without required parameters. */
function exampleCalls(app: NestExpressApplication, isSample: boolean): readonly string[] {
  const served = Array.from(app.get(Registry).list(), ({ endpoint }) => endpoint);
  if (!isSample) {
    const plain = served.filter(({ parameters }) => !parameters.some(({ required }) => required));
    return plain.slice(0, EXAMPLES.length).map(({ name }) => `/${name}`);
  }
  const names = new Set(served.map(({ name }) => name));
  return EXAMPLES.filter(([name]) => names.has(name)).map(([name, query]) => `/${name}?${query}`);
}

/**
 * The console's address; on a first start with the token, behind the `#` since browsers never send that part of an address. The page takes
 * it out of the address.
 *
 * @param place view of the page, such as `/usage.api-counts?project=demo`
 */
function consoleLink(page: string, firstToken: string | undefined, place: string | undefined): string {
  return firstToken === undefined ? page : `${page}#key=${encodeURIComponent(firstToken)}${place ?? ''}`;
}
