import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '../endpoint-files/endpoint.js';
import { readEndpointFile } from '../endpoint-files/watch/endpoint-file-reading.js';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import { readEntry } from '../endpoint-files/yaml/entry-reader.js';
import { isMissingFile } from '../errors/error-text.js';
import { type Problem, unreadableFile } from '../diagnostics/problem.js';
import { TEST_FILE_ENTRY } from '../endpoint-files/format/test-entry.js';
import { readTests } from '../endpoint-files/format/tests-reader.js';
import { readYaml } from '../endpoint-files/yaml/yaml-reader.js';

interface TestSuites<T> {
  /** Endpoints with their cases: those of their own files, then those of the test files beside them. */
  readonly suites: readonly { readonly loaded: T; readonly tests: readonly EndpointTest[] }[];
  readonly problems: readonly Problem[];
}

const TEST_FILE = /(?<base>.*)\.test\.ya?ml$/;

/** Finds the cases of endpoints; if these are all in a given folder, also test files without an endpoint. */
export async function findTests<T extends { readonly endpoint: Endpoint }>(
  folder: string | undefined,
  endpoints: readonly T[],
): Promise<TestSuites<T>> {
  const problems: Problem[] = [];
  const suites: TestSuites<T>['suites'][number][] = [];
  for (const loaded of endpoints) {
    const { endpoint } = loaded;
    const { file } = endpoint.source;
    const tests = [...((await readEndpointFile(file))?.reading().tests ?? [])];
    for (const beside of [`${baseOf(file)}.test.yaml`, `${baseOf(file)}.test.yml`]) {
      const bytes = await readFile(beside).catch((error: unknown) => {
        if (!isMissingFile(error)) throw error;
      });
      if (!bytes) continue;
      const reading = readTestFile(beside, bytes, endpoint);
      tests.push(...reading.tests);
      problems.push(...reading.problems);
    }
    suites.push({ loaded, tests });
  }
  const bases = new Set(endpoints.map(({ endpoint }) => baseOf(endpoint.source.file)));
  for (const file of folder === undefined ? [] : await testFiles(folder)) {
    const tested = TEST_FILE.exec(file)?.groups?.base ?? file;
    if (bases.has(tested)) continue;
    const message = `there is no endpoint file ${tested}.yaml for these tests; rename one of the two`;
    problems.push(unreadableFile(file, message));
  }
  return { suites, problems };
}

async function testFiles(folder: string): Promise<readonly string[]> {
  const paths = await readdir(folder, { recursive: true });
  const visible = paths.filter((path) => TEST_FILE.test(path) && !/(^|[\\/])\./.test(path));
  return visible.sort().map((path) => join(folder, path));
}

function baseOf(file: string): string {
  return file.replace(/\.ya?ml$/, '');
}

function readTestFile(
  file: string,
  bytes: Buffer,
  endpoint: Endpoint,
): { readonly tests: readonly EndpointTest[]; readonly problems: readonly Problem[] } {
  const { mapping, problems } = readYaml(file, bytes);
  if (!mapping) return { tests: [], problems: problems.list };
  readEntry(TEST_FILE_ENTRY, mapping, problems);
  const tests = mapping.entries.get('tests')?.value;
  const defaults = mapping.entries.get('defaults')?.value;
  if (tests?.kind !== 'list') return { tests: [], problems: problems.list };
  const shared = defaults?.kind === 'mapping' ? defaults : undefined;
  return { tests: readTests(tests, shared, endpoint.parameters, problems), problems: problems.list };
}
