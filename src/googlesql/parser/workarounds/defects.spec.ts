import type { UnknownNode } from 'bq2cst';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from '../parser.js';
import { parseTree } from '../parse-query.js';
import { BrokenParser } from '../parser-instance.js';

/** What serves all workarounds and is none. */
const FRAME = ['corrected-tree.ts', 'restore.ts', 'rewrite.ts', 'rule.ts', 'set-operations.ts', 'unexpected.ts'];
const PLACES = /^(?:line|column|\w+_comments)$/;
const ROW = /^\| (?<defect>[^|]+) \| (?<ticks>`+)(?<example>.+?) ?\k<ticks> \| `(?<file>[^`]+)` \|$/gm;

interface Defect {
  readonly defect: string;
  readonly example: string;
  readonly file: string;
}

const [, refused = '', misread = '', taken = '', breaking = ''] = readFileSync(
  'docs/explanation/parser.md',
  'utf8',
).split(/^## /m);

function defectsOf(section: string, folder: string): readonly Defect[] {
  return [...section.matchAll(ROW)].map(({ groups: { defect = '', example = '', file = '' } = {} }) => ({
    defect,
    example: example.replaceAll('\\|', '|'),
    file: join(folder, file),
  }));
}

const REFUSED = defectsOf(refused, 'text');
const MISREAD = defectsOf(misread, '.');
const TAKEN = defectsOf(taken, 'tree');
const BREAKING = defectsOf(breaking, 'text');

/** The tree as it is told apart from others: nodes and tokens, wherever they stand. */
function shapeOf(tree: UnknownNode | undefined): string {
  return JSON.stringify(tree, (key, value: unknown) => (PLACES.test(key) ? undefined : value));
}

/** What the parser itself makes of a text; undefined where it refuses it, or reads its end as another statement. */
function parsed(sql: string): string | undefined {
  try {
    const [first, second] = parse(sql);
    return second && second.node_type !== 'EOF' ? undefined : shapeOf(first);
  } catch (error) {
    if (error instanceof BrokenParser) throw error;
    return undefined;
  }
}

describe('the defects of the parser', () => {
  it('are each on the page, beside the file that is about it', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .filter((path) => !FRAME.some((file) => path.endsWith(`/${file}`)));
    const told = [...REFUSED, ...MISREAD, ...TAKEN].map(({ file }) => relative('.', file));
    expect(told.toSorted()).toEqual(files.toSorted());
  });

  it.each(REFUSED)('has $file for what it refuses: $example', ({ example }) => {
    expect(parsed(example)).toBeUndefined();
    expect(shapeOf(parseTree(example))).toContain('token');
  });

  it.each(MISREAD)('has $file for what it misreads: $example', ({ example }) => {
    expect(parsed(example)).toBeDefined();
    expect(parsed(example)).not.toBe(shapeOf(parseTree(example)));
  });

  it.each(TAKEN)('has $file for what it takes: $example', ({ example }) => {
    expect(parsed(example)).toBeDefined();
    expect(() => parseTree(example)).toThrow('syntax error');
  });

  it.each(BREAKING)('has $file for what breaks it: $example', ({ example }) => {
    expect(() => parse(example)).toThrow(BrokenParser);
    expect(() => parseTree(example)).toThrow('syntax error');
  });
});
