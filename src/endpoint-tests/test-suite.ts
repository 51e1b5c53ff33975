import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TEXT_START } from '../googlesql/tokens/text-position.js';
import type { Endpoint } from '../endpoint-files/endpoint.js';
import { readEndpointFile } from '../endpoint-files/watch/endpoint-file-reading.js';
import type { LoadedEndpoint } from '../registry/registry.service.js';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import { readEntry } from '../endpoint-files/yaml/entry-reader.js';
import { type Problem, Problems } from '../diagnostics/problem.js';
import { TestFile } from '../endpoint-files/format/test-entry.js';
import { readTests } from '../endpoint-files/format/tests-reader.js';
import { decodeUtf8 } from '../endpoint-files/yaml/utf8-text.js';
import { readYaml } from '../endpoint-files/yaml/yaml-reader.js';

/** An endpoint and its cases: those of its own file, then those of the test file beside it. */
export interface TestSuite {
  readonly loaded: LoadedEndpoint;
  readonly tests: readonly EndpointTest[];
}

export interface TestSuites {
  readonly suites: readonly TestSuite[];
  readonly problems: readonly Problem[];
}

const TEST_FILE = /(?<base>.*)\.test\.ya?ml$/;

/** Finds the cases of all endpoints, which are from this folder, or of some alone, whatever is wrong with the files of others. */
export async function findTests(
  folder: string,
  endpoints: readonly LoadedEndpoint[],
  only: readonly LoadedEndpoint[] | undefined,
): Promise<TestSuites> {
  const files = await testFiles(folder);
  const problems: Problem[] = [];
  const suites: TestSuite[] = [];
  for (const loaded of only ?? endpoints) {
    const { endpoint } = loaded;
    const { file } = endpoint.source;
    const tests = [...((await readEndpointFile(file))?.reading().tests ?? [])];
    const base = file.replace(/\.ya?ml$/, '');
    for (const beside of files.filter((each) => baseOf(each) === base)) {
      const reading = await readTestFile(beside, endpoint);
      tests.push(...reading.tests);
      problems.push(...reading.problems);
    }
    suites.push({ loaded, tests });
  }
  if (only) return { suites, problems };
  const bases = new Set(endpoints.map(({ endpoint }) => endpoint.source.file.replace(/\.ya?ml$/, '')));
  for (const file of files.filter((each) => !bases.has(baseOf(each)))) problems.push(...orphan(file));
  return { suites, problems };
}

async function testFiles(folder: string): Promise<readonly string[]> {
  const paths = await readdir(folder, { recursive: true });
  const visible = paths.filter((path) => TEST_FILE.test(path) && !/(^|[\\/])\./.test(path));
  return visible.sort().map((path) => join(folder, path));
}

function baseOf(file: string): string {
  return TEST_FILE.exec(file)?.groups?.base ?? file;
}

async function readTestFile(
  file: string,
  endpoint: Endpoint,
): Promise<{ readonly tests: readonly EndpointTest[]; readonly problems: readonly Problem[] }> {
  const { text, invalidAt } = decodeUtf8(await readFile(file));
  const problems = new Problems(file, text);
  if (invalidAt) problems.add('file_unreadable', invalidAt, 'this is not UTF-8; save the file as UTF-8');
  const mapping = invalidAt ? undefined : readYaml(text, problems);
  if (!mapping) return { tests: [], problems: problems.list };
  readEntry(TestFile, mapping, problems);
  const tests = mapping.entries.get('tests')?.value;
  const defaults = mapping.entries.get('defaults')?.value;
  const read =
    tests?.kind === 'list'
      ? readTests(tests, defaults?.kind === 'mapping' ? defaults : undefined, endpoint.parameters, problems)
      : [];
  return { tests: read, problems: problems.list };
}

function orphan(file: string): readonly Problem[] {
  const problems = new Problems(file);
  const message = `there is no endpoint file ${baseOf(file)}.yaml for these tests; rename one of the two`;
  problems.add('file_unreadable', TEXT_START, message);
  return problems.list;
}
