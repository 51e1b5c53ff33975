import { readFile, writeFile } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { type Endpoint } from '../registry/endpoint.js';
import { type Row } from '../testing/outcome.js';
import { runTests, type TestResult } from '../testing/run-tests.js';
import { resultsJson, resultText, summaryText } from '../testing/test-report.js';
import { withTheatre } from '../testing/theatre.js';
import { updateRows } from '../testing/update-rows.js';
import { type CommandContext } from './cli.js';
import { Exit } from './exit.js';
import { noSuchEndpoint } from './find-endpoint.js';
import { type TestOptions } from './test.command.js';

const ENGINE = SETTINGS.find((setting) => setting.property === 'engine');

/** Runs the tests, and ends with 1 where one fails. */
export async function test(
  context: CommandContext,
  references: readonly string[],
  { filter, format, engine, update }: TestOptions,
): Promise<void> {
  // A run that fails is part of its case's result, which says more than the log would.
  Logger.overrideLogger(false);
  const settings = context.settings();
  const engines = enginesOf(engine);
  const started = performance.now();
  const results: TestResult[] = [];
  await withTheatre(settings, engines, async (theatre) => {
    const endpoints = theatre.endpoints.map(({ endpoint }) => endpoint);
    const chosen = choose(endpoints, references);
    await runTests(theatre, { folder: settings.endpointsPath, chosen, filter }, (result) => {
      results.push(result);
      if (format === 'text') context.out.write(resultText(result, engines.length > 1));
    });
  });
  if (results.length === 0)
    throw new Error('there is no such test; write some under tests: (docs/testing-endpoints.md)');
  context.out.write(format === 'json' ? resultsJson(results) : summaryText(results, performance.now() - started));
  const failed = results.filter(({ failures }) => failures.length > 0);
  const updated = update ? await updateFiles(failed) : [];
  for (const [file, count] of updated) context.err.write(`wrote the rows of ${count} cases into ${file}\n`);
  const mended = new Set(update ? failed.filter(isUpdated).map((each) => each.test) : []);
  if (failed.some((each) => !mended.has(each.test))) throw new Exit(1);
}

/** The embedded engine, which is the default, comes first: others are compared with it. */
function enginesOf(engine: TestOptions['engine']): readonly Settings['engine'][] {
  if (engine === 'both') return ENGINE?.kind.choices ?? [];
  return [engine ?? (ENGINE?.default as Settings['engine'])];
}

function choose(endpoints: readonly Endpoint[], references: readonly string[]): (endpoint: Endpoint) => boolean {
  const names = endpoints.map(({ name }) => name);
  const wanted = references.map((reference) => {
    const found = endpoints.find(({ id, name }) => name === reference || id === reference.toLowerCase());
    if (found) return found;
    throw noSuchEndpoint(reference, names);
  });
  return (endpoint) => wanted.length === 0 || wanted.includes(endpoint);
}

/** How many cases were written, by file. */
async function updateFiles(failed: readonly TestResult[]): Promise<ReadonlyMap<string, number>> {
  const updates = new Map<string, Map<string, readonly Row[]>>();
  for (const {
    test: { name, where },
    outcome,
  } of failed.filter(isUpdated)) {
    const ofFile = updates.get(where.file) ?? new Map<string, readonly Row[]>();
    updates.set(where.file, ofFile);
    // Where several engines ran it, the first one's.
    if ('rows' in outcome && !ofFile.has(name)) ofFile.set(name, outcome.rows);
  }
  for (const [file, rows] of updates) await writeFile(file, updateRows(await readFile(file, 'utf8'), rows));
  return new Map(Array.from(updates, ([file, rows]) => [file, rows.size]));
}

/** What it expects is rows, or nothing yet; and rows came. */
function isUpdated({ test: { expected }, outcome }: TestResult): boolean {
  const { rows, rowCount, columns, error } = expected;
  const expectsNothing = rowCount === undefined && columns === undefined && error === undefined;
  return 'rows' in outcome && (rows !== undefined || expectsNothing);
}
