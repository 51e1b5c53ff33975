import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The code that a bench's figures are about: figures of unchanged code are not old. */
export const ABOUT: Readonly<Record<string, readonly string[]>> = {
  'bench:capacity': ['src/cache', 'src/execution', 'src/registry', 'src/engines'],
  'bench:endpoints': ['src/endpoint-files', 'src/registry', 'src/googlesql', 'src/engines/duckdb/compiler'],
  'bench:explorer': ['src/engines/duckdb/compiler', 'src/engines/duckdb/macros'],
  'bench:forms': ['src/forms'],
  'bench:hostile': ['src/engines/sandbox', 'src/engines/duckdb/sandbox', 'src/limits'],
  'bench:http': ['src/http', 'src/cache', 'src/access'],
  'bench:misses': ['src/engines/duckdb', 'src/execution'],
  'bench:peers': ['src/http', 'src/cache', 'src/engines/duckdb'],
  'bench:planning': ['src/engines/duckdb/compiler', 'src/engines/duckdb/macros'],
  'bench:replicas': ['src/http', 'src/cache', 'src/access', 'src/execution'],
  'bench:sql': ['src/engines/duckdb/compiler', 'src/engines/duckdb/macros'],
  'bench:start': ['src/commands', 'src/config'],
  'bench:store': ['src/engines/duckdb/store', 'src/engines/duckdb/records'],
  'bench:warming': ['src/warming', 'src/cache', 'src/execution'],
  conformance: ['src/googlesql', 'src/engines/duckdb'],
  soak: ['src'],
};

/** Number of releases that may lie between figures and the code that they are about. */
const MAX_RELEASES = 1;

/** The benches and commits that a section of a page names for its figures. */
export interface Figures {
  readonly place: string;
  readonly benches: readonly string[];
  readonly commits: readonly string[];
}

/** A page that lists all commands; its figures of `bench:start` name no commit. */
const WITHOUT_FIGURES = ['development.md'];

export function figuresOf(folder: string): readonly Figures[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  return pages
    .filter((path) => !WITHOUT_FIGURES.includes(path))
    .flatMap((path) => sectionsOf(path, readFileSync(join(folder, path), 'utf8')))
    .filter(({ benches }) => benches.length > 0);
}

function sectionsOf(path: string, text: string): readonly Figures[] {
  return text.split(/^## /m).map((section, index) => ({
    place: index === 0 ? path : `${path}, ${section.slice(0, section.indexOf('\n'))}`,
    benches: [...new Set(found(section, /`npm run (bench:\w+|conformance)\b/g))],
    commits: found(section, /\bmeasured at `([0-9a-f]+)`/gi),
  }));
}

/** Complaints about figures that are too old. Git is asked in the folder of the project. */
export function complaintsAbout(figures: Figures, project: string, about = ABOUT): readonly string[] {
  const git = (...args: readonly string[]) => outputOf(project, args);
  const code = figures.benches.flatMap((bench) => about[bench] ?? []);
  return figures.commits.flatMap((commit) => {
    if (git('merge-base', '--is-ancestor', commit, 'HEAD') === undefined)
      return `${figures.place}: ${commit} is no commit of this branch`;
    if (git('diff', '--quiet', commit, '--', ...code) !== undefined) return [];
    const then = releasesIn(git('show', `${commit}:CHANGELOG.md`) ?? '');
    const since = releasesIn(readFileSync(join(project, 'CHANGELOG.md'), 'utf8')).filter(
      (each) => !then.includes(each),
    );
    if (since.length <= MAX_RELEASES) return [];
    return `${figures.place}: measured at ${commit}, before ${since.join(' and ')}; ${code.join(', ')} changed since`;
  });
}

function releasesIn(changelog: string): readonly string[] {
  return found(changelog, /^## \[(\d[^\]]*)\]/gm);
}

/** The output of Git, if it ends well. */
function outputOf(project: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', project, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** Whether there is a history to ask: a package or a shallow clone has none. */
export function hasHistory(project: string): boolean {
  return outputOf(project, ['rev-parse', '--is-shallow-repository'])?.trim() === 'false';
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, part = '']) => part);
}
