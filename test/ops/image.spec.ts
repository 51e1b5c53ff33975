import { readFileSync } from 'node:fs';

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n');

/** The configurations of the compiler that the build reads, with what they extend. */
function configurations(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { build: string } };
  return ['tsconfig.json', ...Array.from(scripts.build.matchAll(/tsc -p (\S+)/g), ([, file = '']) => file)];
}

/** What else the build reads: scripts that it runs, and the folders of sources. */
function sources(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { build: string } };
  return ['src', 'console', ...Array.from(scripts.build.matchAll(/node (scripts\/\S+)/g), ([, file = '']) => file)];
}

describe('the image', () => {
  it('is built with every configuration that the build reads, as a build is made anew when one changes', () => {
    const copied = linesOf('Dockerfile').filter((line) => line.startsWith('COPY ') && !line.includes('--from'));
    const files = copied.flatMap((line) => line.split(' ').slice(1, -1));
    const builder = readFileSync('scripts/build-if-older.mjs', 'utf8');
    expect(configurations().length).toBeGreaterThan(1);
    expect(sources().length).toBeGreaterThan(2);
    for (const file of [...configurations(), ...sources()]) {
      expect(files).toContain(file);
      expect(linesOf('.dockerignore')).toContain(`!${file}`);
      expect(builder).toContain(`'${file}'`);
    }
  });
});
