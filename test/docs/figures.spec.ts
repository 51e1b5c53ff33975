import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchScripts } from '../../bench/scripts.js';
import { ABOUT, complaintsAbout, figuresOf } from './figures.js';

describe('figures in the docs', () => {
  const figures = figuresOf('docs');

  it('say at which commit they were measured', () => {
    expect(figures.length).toBeGreaterThan(5);
    expect(figures.filter(({ commits }) => commits.length === 0).map(({ place }) => place)).toEqual([]);
  });

  it('are about code that there is, for every bench', () => {
    expect(Object.keys(ABOUT)).toEqual(
      benchScripts()
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(
      Object.values(ABOUT)
        .flat()
        .filter((path) => !existsSync(path)),
    ).toEqual([]);
  });
});

(spawnSync('git', ['--version']).status === 0 ? describe : describe.skip)('how old figures are', () => {
  let project: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', project, '-c', 'user.name=Q', '-c', 'user.email=q@example.com', ...args], {
      encoding: 'utf8',
    }).trim();
  const commit = (file: string, text: string) => {
    writeFileSync(join(project, file), text);
    git('add', '.');
    git('commit', '--quiet', '--no-gpg-sign', '--message', file);
    return git('rev-parse', '--short', 'HEAD');
  };
  const complaints = (measuredAt: string) =>
    complaintsAbout({ place: 'page.md', benches: ['bench:x'], commits: [measuredAt] }, project, {
      'bench:x': ['code'],
    });

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'quern-figures-'));
    mkdirSync(join(project, 'code'));
    git('init', '--quiet');
  });
  afterEach(() => {
    rmSync(project, { recursive: true });
  });

  it('is told by the releases since, where the code has changed', () => {
    commit('CHANGELOG.md', '## [Unreleased]\n');
    const measuredAt = commit('code/a', 'one');
    commit('CHANGELOG.md', '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n');
    commit('code/a', 'two');
    expect(complaints(measuredAt)).toEqual([]);
    commit('CHANGELOG.md', '## [Unreleased]\n\n## [0.3.0] - 2027-01-01\n\n## [0.2.0] - 2026-12-01\n');
    expect(complaints(measuredAt)).toEqual([
      `page.md: measured at ${measuredAt}, before 0.3.0 and 0.2.0; code changed since`,
    ]);
    expect(complaints(git('rev-parse', 'HEAD'))).toEqual([]);
    commit('code/a', 'one');
    expect(complaints(measuredAt)).toEqual([]);
  });

  it('is not known of a commit that is none of this branch', () => {
    commit('CHANGELOG.md', '');
    expect(complaints('abcdef0')).toEqual(['page.md: abcdef0 is no commit of this branch']);
  });

  it('is read from the section that names the bench', () => {
    commit(
      'page.md',
      '# Page\n\n## One\n`npm run bench:x`: 1 s, measured at `abc1234`.\n\n## Two\n`npm run bench:y`: 2 s.\n',
    );
    expect(figuresOf(project)).toEqual([
      { place: 'page.md, One', benches: ['bench:x'], commits: ['abc1234'] },
      { place: 'page.md, Two', benches: ['bench:y'], commits: [] },
    ]);
  });
});
