import { existsSync } from 'node:fs';

/** Folder of the benches and the fuzz tests as tsc builds them, without the files beside the sources. */
const BUILT_FOR_TESTS = /node_modules\/\.cache\/quern\/[^/]+\//;

/** The address of a file beside a module, given by its `import.meta.url`; for a bench or a fuzz test, beside the module's source. */
export function sqlFile(name: string, module: string): URL {
  const beside = new URL(name, module);
  return existsSync(beside) ? beside : new URL(beside.href.replace(BUILT_FOR_TESTS, ''));
}
