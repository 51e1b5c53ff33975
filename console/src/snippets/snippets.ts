import { type Values } from '../api/api.js';
import { type Endpoint } from '../api/document.js';
import { queryOf } from '../place/place.js';

export interface Snippet {
  readonly name: string;
  readonly text: string;
}

interface Call {
  readonly endpoint: Endpoint;
  readonly values: Values;
  /** Where the service is, with a slash at its end. */
  readonly base: string;
}

/** The same call in other words. The key is a variable of the shell’s in all of them, and never its token. */
export function snippetsOf(call: Call): readonly Snippet[] {
  return [
    { name: 'curl', text: curl(call) },
    { name: 'TypeScript', text: typescript(call) },
    { name: 'Python', text: python(call) },
    { name: 'DuckDB', text: duckdb(call) },
  ];
}

function urlOf({ endpoint, base, values }: Call, path = endpoint.path): string {
  const query = queryOf(values);
  // In single quotes of a shell and of SQL, nothing else has to be escaped.
  return `${base.replace(/\/$/, '')}${path}${query === '' ? '' : `?${query}`}`.replaceAll("'", '%27');
}

function curl(call: Call): string {
  return `curl -H "X-API-KEY: $QUERN_KEY" '${urlOf(call)}'\n`;
}

function typescript({ endpoint, values, base }: Call): string {
  const parameters = objectText(endpoint, values);
  return `import { createClient } from 'quern/client';
import type { Endpoints } from './quern.js'; // npx quern types > quern.d.ts

const quern = createClient<Endpoints>({ url: ${quoted(base.replace(/\/$/, ''))}, key: process.env.QUERN_KEY ?? '' });
const { rows } = await quern.query(${quoted(endpoint.name)}${parameters === '' ? '' : `, ${parameters}`});
`;
}

/** The values as the client’s types want them: numbers and booleans as such, whole ones beyond 2^53 as text. */
function objectText(endpoint: Endpoint, values: Values): string {
  const members = [...values].flatMap(([name, texts]) => {
    const given = texts.filter((text) => text !== '');
    if (given.length === 0) return [];
    const parameter = endpoint.parameters.find((each) => each.name === name);
    const literals = given.map((text) => literal(text, parameter?.type));
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
    return [`${key}: ${parameter?.array === true ? `[${literals.join(', ')}]` : (literals[0] ?? "''")}`];
  });
  return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}

function literal(text: string, type: string | undefined): string {
  const isNumber = type === 'INT64' ? /^-?\d{1,15}$/.test(text) : type === 'FLOAT64' && /^-?\d+(\.\d+)?$/.test(text);
  if (isNumber) return String(Number(text));
  return type === 'BOOL' && /^(true|false)$/.test(text) ? text : quoted(text);
}

/** As text of JavaScript. */
function quoted(text: string): string {
  return /^[^'\\\p{C}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

function python({ endpoint, values, base }: Call): string {
  const pairs = [...values].flatMap(([name, texts]) =>
    texts.filter((text) => text !== '').map((text) => `    (${pythonText(name)}, ${pythonText(text)}),\n`),
  );
  const query = pairs.length === 0 ? '' : `parameters = [\n${pairs.join('')}]\n`;
  const suffix = pairs.length === 0 ? '' : ' + "?" + urllib.parse.urlencode(parameters)';
  return `import json
import os
import urllib.parse
import urllib.request

${query}request = urllib.request.Request(
    ${pythonText(`${base.replace(/\/$/, '')}${endpoint.path}`)}${suffix},
    headers={"X-API-KEY": os.environ["QUERN_KEY"]},
)
with urllib.request.urlopen(request) as answer:
    rows = json.load(answer)["result"]
`;
}

/** Python reads the escapes of JSON but for characters beyond 16 bits, which stay as they are. */
function pythonText(text: string): string {
  return JSON.stringify(text);
}

/** Snippet for DuckDB, over Parquet: it keeps column types and lets DuckDB read only what it needs. */
function duckdb(call: Call): string {
  const parquet = call.endpoint.forms.find(({ name }) => name === 'parquet');
  const from = parquet
    ? `SELECT * FROM read_parquet('${urlOf(call, parquet.path)}');`
    : `SELECT unnest(result, recursive := true) FROM read_json('${urlOf(call)}');`;
  return `-- In the duckdb shell, which reads $QUERN_KEY by getenv.
CREATE OR REPLACE SECRET quern (TYPE http, EXTRA_HTTP_HEADERS MAP {'X-API-KEY': getenv('QUERN_KEY')});
${from}
`;
}
