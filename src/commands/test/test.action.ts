import { Logger } from '@nestjs/common';
import { ENGINE_NAMES, type Settings } from '../../config/settings.js';
import { problemLine } from '../../diagnostics/problem-line.js';
import { quote } from '../../errors/excerpt.js';
import { counted } from '../../errors/listing.js';
import { RowUpdates } from '../../endpoint-tests/row-updates.js';
import { runTests } from '../../endpoint-tests/run-tests.js';
import { type ReportedResult, resultsJson, resultText, summaryText } from '../../endpoint-tests/test-report.js';
import { withTestEnvironment } from '../../endpoint-tests/test-environment.js';
import { type CommandContext, Exit } from '../command-context.js';
import { servedEndpoint } from '../find-endpoint.js';

interface TestOptions {
  readonly filter: string;
  readonly format: 'text' | 'json';
  readonly engine?: Settings['engine'] | 'both';
  readonly update?: true;
}

/** Runs the tests, and ends with 1 where one fails, and would not pass with the rows that are written. */
export async function test(
  context: CommandContext,
  references: readonly string[],
  { filter, format, engine, update }: TestOptions,
): Promise<void> {
  // A failed run is part of its case's result, which says more than the log would.
  Logger.overrideLogger(false);
  const settings = context.settings();
  const engines = engine === 'both' ? ENGINE_NAMES : [engine ?? ENGINE_NAMES[0]];
  const started = performance.now();
  const updates = update && new RowUpdates();
  const results: ReportedResult[] = [];
  await withTestEnvironment(settings, { engines, references }, async (environment) => {
    const { registry } = environment;
    const only =
      references.length === 0 ? undefined : [...new Set(references.map((name) => servedEndpoint(registry, name)))];
    for (const problem of only ? registry.endpointProblems : [])
      context.err.write(`warning: ${problemLine(problem)}\n`);
    await runTests(environment, { folder: settings.endpointsPath, only, filter }, (run) => {
      const result = { ...run, isUpdated: updates?.repairs(run) ?? false };
      results.push(result);
      if (format === 'text') context.out.write(resultText(result, engines.length > 1));
    });
  });
  if (results.length === 0)
    throw new Error(
      filter === ''
        ? 'there are no tests; write some under tests: (docs/how-to/testing-endpoints.md)'
        : `no case has ${quote(filter)} in its name`,
    );
  context.out.write(format === 'json' ? resultsJson(results) : summaryText(results, performance.now() - started));
  const written = (await updates?.write()) ?? [];
  for (const [file, count] of written) context.err.write(`wrote the rows of ${counted(count, 'case')} into ${file}\n`);
  if (results.some(({ failures, isUpdated }) => failures.length > 0 && !isUpdated)) throw new Exit(1);
}
