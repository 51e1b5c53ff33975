import { readFileSync } from 'node:fs';

/** A script of package.json that runs a file of this folder. */
export interface BenchScript {
  readonly name: string;
  /** As it is compiled. */
  readonly file: string;
}

/** The one that runs the others. */
const SMOKE = 'bench:smoke';

const RUNS_A_BENCH = /&& node (?<file>node_modules\/\.cache\/quern\/bench\/\S+)$/;

/** Every bench, by package.json, so that a new one cannot be left out of what runs them all. */
export function benchScripts(): readonly BenchScript[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
  return Object.entries(scripts).flatMap(([name, command]) => {
    const file = RUNS_A_BENCH.exec(command)?.groups?.file;
    return file === undefined || name === SMOKE ? [] : [{ name, file }];
  });
}
