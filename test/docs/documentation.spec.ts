import { readFile } from 'node:fs/promises';
import { SETTINGS } from '../../src/config/settings.js';
import { GENERATED, writePart, writtenPart } from '../support/docs/generated-docs.js';
import { docPages, leadsSomewhere, linksOf } from '../support/docs/links.js';

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
      [...(await docPages()), 'src/commands/serve/serve.action.ts'].map((file) => readFile(file, 'utf8')),
    );
    const known = new Set<string>(SETTINGS.map(({ variable }) => variable));
    const named = new Set(pages.flatMap((page) => page.match(/QUERN_[A-Z_]+/g) ?? []));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('has no link to nowhere', async () => {
    const links = (await Promise.all((await docPages()).map(linksOf))).flat();
    expect(links.length).toBeGreaterThan(50);
    const dead: string[] = [];
    for (const link of links) if (!(await leadsSomewhere(link))) dead.push(`${link.page}: ${link.target}`);
    expect(dead).toEqual([]);
  });

  it('has every page in its index', async () => {
    const listed = new Set((await linksOf('docs/index.md')).map(({ file }) => file));
    const pages = (await docPages()).filter((page) => page.startsWith('docs/') && page !== 'docs/index.md');
    expect(pages.filter((page) => !listed.has(page))).toEqual([]);
  });

  it('welcomes on one page', async () => {
    expect((await readFile('README.md', 'utf8')).split('\n').length).toBeLessThanOrEqual(131);
  });
});
