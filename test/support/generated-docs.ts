import { readFile, writeFile } from 'node:fs/promises';
import { SETTINGS } from '../../src/config/settings.js';
import { FUNCTIONS } from '../../src/engines/duckdb/dialect/calls.js';
import { ERROR_CODES } from '../../src/errors/error-codes.js';

/** A part of a page that is written from the code, between `<!-- name -->` and `<!-- /name -->`. */
interface GeneratedPart {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** Everything in the documentation that the code knows better. */
export const GENERATED: readonly GeneratedPart[] = [
  { file: 'README.md', name: 'settings', text: settingsTable() },
  { file: 'README.md', name: 'errors', text: errorsTable() },
  { file: 'docs/embedded-engine.md', name: 'functions', text: functionsList() },
];

function settingsTable(): string {
  const rows = SETTINGS.map((setting) => `| \`${setting.variable}\` | ${code(setting.default)} | ${setting.help} |`);
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n');
}

function errorsTable(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([name, { status, remedy }]) => `| \`${name}\` | ${status} | ${remedy} |`,
  );
  return ['| code | status | what to do |', '|---|---|---|', ...rows].join('\n');
}

function functionsList(): string {
  return [...FUNCTIONS.keys()]
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ');
}

function code(text: string | undefined): string {
  return text === undefined ? 'none' : `\`${text}\``;
}

/** The part as it stands in its file. */
export async function writtenPart({ file, name }: GeneratedPart): Promise<string> {
  const text = await readFile(file, 'utf8');
  const [, rest] = text.split(`<!-- ${name} -->\n`);
  const [part] = rest?.split(`\n<!-- /${name} -->`) ?? [];
  if (rest === undefined || part === undefined) throw new Error(`${file} has no part <!-- ${name} -->`);
  return part;
}

export async function writePart(part: GeneratedPart): Promise<void> {
  const text = await readFile(part.file, 'utf8');
  const start = `<!-- ${part.name} -->\n`;
  const end = `<!-- /${part.name} -->`;
  const before = text.slice(0, text.indexOf(start) + start.length);
  const after = text.slice(text.indexOf(end));
  await writeFile(part.file, `${before}${part.text}\n${after}`);
}
