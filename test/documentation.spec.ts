import { readFile } from 'node:fs/promises';
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

  it('names every command of the command line', async () => {
    const readme = await readFile('README.md', 'utf8');
    const { commands } = program({
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
