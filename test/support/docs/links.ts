import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** A link of a page to another file of the repository, or to a heading. */
export interface DocLink {
  readonly page: string;
  readonly target: string;
  /** The file from the root of the repository, and the heading in it if one is named. */
  readonly file: string;
  readonly anchor: string | undefined;
}

const LINK = /\]\(([^)\s]+)\)/g;

/** The Markdown pages of the root and of `docs/`, from the root of the repository. */
export async function docPages(): Promise<readonly string[]> {
  const [root, docs] = await Promise.all([readdir('.'), readdir('docs', { recursive: true })]);
  return [...root, ...docs.map((path) => join('docs', path))].filter((path) => path.endsWith('.md')).sort();
}

export async function linksOf(page: string): Promise<readonly DocLink[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(LINK)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    return [{ page, target, file: path === '' ? page : normalize(join(dirname(page), path)), anchor }];
  });
}

/** Whether a link leads to something: a file that is there, and a heading of it. */
export async function leadsSomewhere({ file, anchor }: DocLink): Promise<boolean> {
  if (!existsSync(file)) return false;
  return anchor === undefined || headings(await readFile(file, 'utf8')).has(anchor);
}

/** The anchors that GitHub gives headings. */
function headings(markdown: string): ReadonlySet<string> {
  return new Set(
    Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
