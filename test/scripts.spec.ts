import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { benchScripts } from '../bench/scripts.js';

const { scripts: SCRIPTS } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** `npm test`, `npm start --silent`, `npm run --silent build`, `npm run fuzz -- --seconds 30`. */
const NPM = /\bnpm (?:run )?(?:--\S+ )*(?<name>[\w:]+)/g;
const FILE = /(?<file>(?:\.ci|scripts)\/[\w.-]+)/g;

/** What a text of commands runs, and what that runs, and so on: scripts of package.json, files of `.ci` and `scripts`. */
function ranBy(text: string, ran = new Set<string>()): ReadonlySet<string> {
  // Comments run nothing, nor does what is only named, which stands in single quotes.
  const commands = text.replaceAll(/^\s*(?:#|\/\/).*$/gm, '').replaceAll(/'[^']*'/g, '');
  const files = [...commands.matchAll(FILE)].map(({ groups }) => groups?.file ?? '');
  const names = [...commands.matchAll(NPM)].flatMap(({ groups: { name = '' } = {} }) => [
    name,
    `pre${name}`,
    `post${name}`,
  ]);
  for (const name of [...files, ...names]) {
    const inner = SCRIPTS[name] ?? (existsSync(name) ? readFileSync(name, 'utf8') : undefined);
    if (inner === undefined || ran.has(name)) continue;
    ran.add(name);
    ranBy(inner, ran);
  }
  return ran;
}

describe('the scripts of package.json', () => {
  const parts = execFileSync(process.execPath, ['scripts/test-all.mjs', '--list'], { encoding: 'utf8' });
  const ran = new Set(ranBy(`.ci/run; npm run test:all; ${parts}`));
  if (ran.has('bench:smoke')) for (const { name } of benchScripts()) ran.add(name).add(`pre${name}`);

  it('are all run by the gate or by test:all, in their shortest form', () => {
    expect(Object.keys(SCRIPTS).filter((name) => !ran.has(name))).toEqual([]);
  });

  it('are found where they are run, and not where they are only named', () => {
    expect([
      ...ranBy(`# npm run docs\nskip 'npm run test:redis'\nif x; then npm run --silent fuzz -- --seconds 1; fi`),
    ]).toEqual(['fuzz']);
    expect(ranBy('npm run bench:hostile')).toEqual(
      new Set(['bench:hostile', 'prebench:hostile', 'scripts/build-if-older.mjs']),
    );
    expect(ranBy('npm run prepack')).toEqual(new Set(['prepack', 'build', 'scripts/build-console.mjs']));
  });

  it('that begin with bench: are all known to bench:smoke', () => {
    const named = Object.keys(SCRIPTS).filter((name) => name.startsWith('bench:') && name !== 'bench:smoke');
    expect(benchScripts().map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  });
});
