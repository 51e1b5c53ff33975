import { readFile } from 'node:fs/promises';
import { SETTINGS } from '../src/config/settings.js';
import { GENERATED, writePart, writtenPart } from './support/generated-docs.js';

/** `npm run docs` sets this: then the pages are written instead of compared. */
const UPDATE = process.env.UPDATE_DOCS === '1';

describe('the documentation', () => {
  it.each(GENERATED.map((part) => [`${part.name ?? 'whole'} of ${part.file}`, part] as const))(
    'has the %s as the code does (npm run docs writes it)',
    async (_, part) => {
      if (UPDATE) await writePart(part);
      expect(await writtenPart(part)).toBe(part.text);
    },
  );

  it('names no variable of ours that is none', async () => {
    const pages = await Promise.all(
      ['README.md', 'docs/bigquery.md', 'src/commands/serve/serve.action.ts'].map((file) => readFile(file, 'utf8')),
    );
    const known = new Set<string>(SETTINGS.map(({ variable }) => variable));
    const named = new Set(pages.flatMap((page) => page.match(/QUERN_[A-Z_]+/g) ?? []));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((variable) => !known.has(variable))).toEqual([]);
  });
});
