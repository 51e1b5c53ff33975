import { readFile } from 'node:fs/promises';
import { SETTINGS } from '../src/config/settings.js';
import { ColumnEntry } from '../src/registry/column-entry.js';
import { EndpointFile } from '../src/registry/endpoint-file.js';
import { keysOf } from '../src/registry/entry-reader.js';
import { ParameterEntry } from '../src/registry/parameter-entry.js';
import { program } from '../src/commands/cli.js';
import { GENERATED, writePart, writtenPart } from './support/generated-docs.js';

/** `npm run docs` sets this: then the pages are written instead of compared. */
const UPDATE = process.env.UPDATE_DOCS === '1';

describe('the documentation', () => {
  it.each(GENERATED.map((part) => [`${part.name} in ${part.file}`, part] as const))(
    'has the %s as the code does (npm run docs writes it)',
    async (_, part) => {
      if (UPDATE) await writePart(part);
      expect(await writtenPart(part)).toBe(part.text);
    },
  );

  it.each([
    ['an endpoint', EndpointFile],
    ['a parameter', ParameterEntry],
    ['a column', ColumnEntry],
  ])('describes every key of %s in an endpoint file', async (_, entry) => {
    const page = await readFile('docs/endpoint-file.md', 'utf8');
    const keys = [...keysOf(entry)];
    expect(keys.length).toBeGreaterThan(2);
    for (const key of keys) expect(page).toMatch(new RegExp(`[\`{ ]${key}[\` },:]`));
  });

  it('names no variable of ours that is none', async () => {
    const pages = await Promise.all(
      ['README.md', 'docs/bigquery.md', 'src/commands/serve.command.ts'].map((file) => readFile(file, 'utf8')),
    );
    const known = new Set<string>(SETTINGS.map(({ variable }) => variable));
    const named = new Set(pages.flatMap((page) => page.match(/QUERN_[A-Z_]+/g) ?? []));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('names every command of the command line', async () => {
    const readme = await readFile('README.md', 'utf8');
    const { commands } = program({
      laterThreads: () => [],
      settings: () => {
        throw new Error('not needed');
      },
      out: process.stdout,
    });
    const names = commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((child) => `${command.name()} ${child.name()}`),
    );
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) expect(readme).toContain(`| \`quern ${name}`);
  });
});
