import { readFile, writeFile } from 'node:fs/promises';
import { withKeptFolders } from '../../../src/config/local-defaults.js';
import { SETTINGS } from '../../../src/config/settings.js';
import { REASONS } from '../../../src/engines/bigquery/failure.js';
import { LOG_TABLES, type TableField } from '../../../src/catalog/log-tables/log-tables.js';
import { ERROR_CODES } from '../../../src/errors/error-codes.js';
import {
  AGENTS_ENTRY,
  COLUMN_ENTRY,
  ENDPOINT_FILE,
  PAGE_ENTRY,
} from '../../../src/endpoint-files/format/endpoint-file.js';
import { TEST_ENTRY, TEST_FILE_ENTRY } from '../../../src/endpoint-files/format/test-entry.js';
import { PARAMETER_ENTRY } from '../../../src/endpoint-files/format/parameter-entry.js';
import { PROBLEM_CODES } from '../../../src/diagnostics/problem-codes.js';
import { commandReference, commandsTable, exitStatusesTable } from './command-reference.js';
import { METRICS, type MetricName, queriedName } from '../../../src/metrics/metric-list.js';
import { keysTable, schemaText } from './endpoint-file-docs.js';
import { formTypesTable } from './form-types-table.js';
import { limitsTable } from './limits/limits.js';
import { literalsTable, signaturesTable, supportTable } from './support-table.js';

/** A part of a page that is written from the code, between `<!-- name -->` and `<!-- /name -->`. */
interface GeneratedPart {
  readonly file: string;
  /** Left out where the whole file is written. */
  readonly name?: string;
  readonly text: string;
}

/** The names of types in DDL, where BigQuery's JSON has older ones. */
const STANDARD: Readonly<Record<string, string>> = { INTEGER: 'INT64', BOOLEAN: 'BOOL', FLOAT: 'FLOAT64' };

/** Everything in the documentation that the code knows better. */
export const GENERATED: readonly GeneratedPart[] = [
  { file: 'docs/reference/settings.md', name: 'settings', text: settingsTable() },
  { file: 'docs/reference/metrics.md', name: 'metrics', text: metricsTable() },
  { file: 'docs/reference/errors.md', name: 'errors', text: errorsTable() },
  { file: 'docs/reference/command-line.md', name: 'commands', text: commandsTable() },
  { file: 'docs/reference/command-line.md', name: 'exit statuses', text: exitStatusesTable() },
  { file: 'docs/reference/command-line.md', name: 'reference', text: commandReference() },
  { file: 'docs/how-to/bigquery.md', name: 'reasons', text: reasonsTable() },
  { file: 'docs/reference/log-tables.sql', name: 'tables', text: tablesDdl() },
  { file: 'docs/reference/embedded-engine.md', name: 'supported', text: supportTable() },
  { file: 'docs/reference/embedded-engine.md', name: 'signatures', text: signaturesTable() },
  { file: 'docs/reference/embedded-engine.md', name: 'written out', text: literalsTable() },
  { file: 'docs/reference/diagnostics.md', name: 'codes', text: codesTable() },
  { file: 'docs/reference/endpoint-file.md', name: 'keys', text: keysTable(ENDPOINT_FILE) },
  { file: 'docs/reference/endpoint-file.md', name: 'parameter keys', text: keysTable(PARAMETER_ENTRY) },
  { file: 'docs/reference/endpoint-file.md', name: 'column keys', text: keysTable(COLUMN_ENTRY) },
  { file: 'docs/reference/endpoint-file.md', name: 'page keys', text: keysTable(PAGE_ENTRY) },
  { file: 'docs/reference/endpoint-file.md', name: 'agents keys', text: keysTable(AGENTS_ENTRY) },
  { file: 'docs/reference/endpoint-file.md', name: 'test file keys', text: keysTable(TEST_FILE_ENTRY) },
  { file: 'docs/reference/endpoint-file.md', name: 'test keys', text: keysTable(TEST_ENTRY) },
  { file: 'docs/reference/limits.md', name: 'limits', text: limitsTable() },
  { file: 'docs/reference/form-types.md', name: 'types of forms', text: formTypesTable() },
  { file: 'endpoint.schema.json', text: schemaText() },
];

function settingsTable(): string {
  const kept = withKeptFolders({});
  const rows = SETTINGS.map(
    (setting) => `| \`${setting.variable}\` | ${code(setting.default ?? kept[setting.variable])} | ${setting.help} |`,
  );
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n');
}

function metricsTable(): string {
  const rows = (Object.keys(METRICS) as MetricName[]).map((name) => {
    const { type, labels, help } = METRICS[name];
    return `| \`${queriedName(name)}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
  });
  return ['| metric | type | labels | |', '|---|---|---|---|', ...rows].join('\n');
}

function errorsTable(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([name, { status, remedy }]) => `| \`${name}\` | ${status} | ${remedy} |`,
  );
  return ['| code | status | what to do |', '|---|---|---|', ...rows].join('\n');
}

function codesTable(): string {
  const rows = Object.entries(PROBLEM_CODES).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return ['| code | what it means |', '|---|---|', ...rows].join('\n');
}

function reasonsTable(): string {
  const rows = [...REASONS].map(
    ([reason, { code: name }]) => `| \`${reason}\` | \`${name}\` | ${ERROR_CODES[name].status} |`,
  );
  return ['| BigQuery’s reason | code | status |', '|---|---|---|', ...rows].join('\n');
}

/** CREATE TABLE of the log tables: partitioned by day, never to be read without a bound on the day. */
function tablesDdl(): string {
  const tables = [...LOG_TABLES].map(
    ([table, fields]) =>
      `CREATE TABLE IF NOT EXISTS ${table} (\n${fields.map((field) => `  ${fieldDdl(field)}`).join(',\n')}\n)\n` +
      'PARTITION BY TIMESTAMP_TRUNC(timestamp, DAY)\nCLUSTER BY timestamp\nOPTIONS (require_partition_filter = TRUE);',
  );
  return tables.join('\n\n');
}

function fieldDdl({ name, type, mode, fields }: TableField): string {
  const own = fields ? `STRUCT<${fields.map(fieldDdl).join(', ')}>` : (STANDARD[type] ?? type);
  const full = mode === 'REPEATED' ? `ARRAY<${own}>` : own;
  return `\`${name}\` ${full}${mode === 'REQUIRED' ? ' NOT NULL' : ''}`;
}

function code(text: string | undefined): string {
  return text === undefined ? 'none' : `\`${text}\``;
}

/** What makes a line of the file a comment beside the marker itself. */
function comment(file: string): string {
  return file.endsWith('.sql') ? '-- ' : '';
}

/** The part as it stands in its file. */
export async function writtenPart({ file, name }: GeneratedPart): Promise<string> {
  const text = await readFile(file, 'utf8');
  if (name === undefined) return text;
  const [, rest] = text.split(`<!-- ${name} -->\n`);
  const [part] = rest?.split(`\n${comment(file)}<!-- /${name} -->`) ?? [];
  if (rest === undefined || part === undefined) throw new Error(`${file} has no part <!-- ${name} -->`);
  return part;
}

export async function writePart(part: GeneratedPart): Promise<void> {
  if (part.name === undefined) {
    await writeFile(part.file, part.text);
    return;
  }
  const text = await readFile(part.file, 'utf8');
  const start = `<!-- ${part.name} -->\n`;
  const end = `${comment(part.file)}<!-- /${part.name} -->`;
  const before = text.slice(0, text.indexOf(start) + start.length);
  const after = text.slice(text.indexOf(end));
  await writeFile(part.file, `${before}${part.text}\n${after}`);
}
