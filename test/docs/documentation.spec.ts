import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CALLERS_KEY } from '../../src/config/read-settings.js';
import { SETTINGS } from '../../src/config/settings.js';
import { GENERATED, writePart, writtenPart } from '../support/docs/generated-docs.js';
import { NAMED } from '../support/docs/limits/limit.js';
import { NO_LIMITS } from '../support/docs/limits/no-limits.js';
import { boundsInSources } from '../support/docs/limits/source-numbers.js';
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

  it('has every constant that is a bound in the table of limits, or it is said that nobody meets it', () => {
    const bounds = boundsInSources();
    expect(bounds.length).toBeGreaterThan(50);
    expect(bounds.filter((bound) => !NAMED.has(bound) && !NO_LIMITS.includes(bound))).toEqual([]);
    expect(NO_LIMITS.filter((bound) => !bounds.includes(bound) || NAMED.has(bound))).toEqual([]);
  });

  it('names no variable of ours that is none', async () => {
    const pages = await Promise.all(
      [...(await docPages()), 'src/commands/serve/serve.action.ts'].map((file) => readFile(file, 'utf8')),
    );
    const known = new Set<string>([...SETTINGS.map(({ variable }) => variable), CALLERS_KEY]);
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

  it('names no file of the repository that is not there', async () => {
    const named: string[] = [];
    for (const page of await docPages()) {
      const text = await readFile(page, 'utf8');
      for (const [, path = ''] of text.matchAll(/`((?:src|test|bench|scripts|ops|console|docs)\/[\w./-]*\w\/?)`/g))
        named.push(`${page}: ${path}`);
    }
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((each) => !existsSync(each.split(': ')[1] ?? ''))).toEqual([]);
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
