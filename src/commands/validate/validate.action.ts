import { type Settings } from '../../config/settings.js';
import { type Engine } from '../../engines/engine.js';
import { findInFolder, findPaths } from '../../endpoint-files/watch/endpoint-paths.js';
import { byFileAndPlace } from '../../diagnostics/problem-line.js';
import { testProblems } from '../../endpoint-tests/check-tests.js';
import { KeptFiles } from '../../registry/kept/kept-files.js';
import { validateEndpoints } from '../../registry/validate-endpoints.js';
import { type CommandContext } from '../command-context.js';
import { Exit } from '../exit.js';
import { followUntilTold } from '../followed-paths.js';
import { terminalStyle } from '../output/terminal-style.js';
import { type Costs, costsOf, dearerThan, recordedCosts } from './validated-costs.js';
import { countOf, type ReportFormat, validationReport } from './validation-report.js';
import { withEngine } from '../with-engine.js';

interface ValidateOptions {
  readonly engine?: Settings['engine'];
  readonly format: ReportFormat;
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly cost?: boolean;
  readonly against?: string;
  readonly factor: number;
}

export async function validate(
  context: CommandContext,
  paths: readonly string[],
  options: ValidateOptions,
): Promise<void> {
  const read = context.settings();
  const settings = { ...read, engine: options.engine ?? read.engine };
  await withEngine(settings, context.err, async (engine) => {
    const kept = KeptFiles.for(settings, engine);
    const before = options.against === undefined ? undefined : await recordedCosts(options.against);
    const round = async () => validateOnce(context, paths, { ...options, engine, kept, settings, before });
    if (options.watch) {
      const followed = paths.length === 0 ? [settings.endpointsPath] : paths;
      await followUntilTold(followed, engine, round, (message) => context.err.write(`quern: ${message}\n`));
    } else if (!(await round())) {
      throw new Exit(1);
    }
  });
}

interface Round extends Omit<ValidateOptions, 'engine' | 'against'> {
  readonly before: Costs | undefined;
  readonly engine: Engine;
  readonly kept: KeptFiles | undefined;
  readonly settings: Settings;
}

async function validateOnce(
  { out, err }: CommandContext,
  paths: readonly string[],
  { engine, kept, settings, format, strict = false, watch = false, cost = false, before, factor }: Round,
): Promise<boolean> {
  const folder = settings.endpointsPath;
  const found = await (paths.length === 0 ? findInFolder(folder) : findPaths(paths));
  const { endpoints, problems } = await validateEndpoints(found, engine, { withData: paths.length === 0, kept });
  // Test files may stand beside a broken endpoint file: then none counts as lost.
  const isWhole = paths.length === 0 && found.problems.length === 0 && endpoints.length === found.files.length;
  const ofTests = await testProblems(settings, isWhole ? folder : undefined, endpoints);
  const costs = cost || before ? costsOf(endpoints) : undefined;
  const dearer = before ? dearerThan(endpoints, before, factor) : [];
  const validation = { endpoints, problems: [...problems, ...ofTests, ...dearer].sort(byFileAndPlace) };
  const subject = paths.length === 0 ? ` in ${folder}` : '';
  const isNamed = paths.length > 0;
  const report = validationReport(validation, format, { subject, style: terminalStyle(err), isNamed, costs, before });
  err.write(report.err);
  // Stamped with the time, to tell one round from the one before.
  out.write(watch && report.out !== '' ? `${new Date().toTimeString().slice(0, 8)}  ${report.out}` : report.out);
  return countOf('error', validation) === 0 && !(strict && countOf('warning', validation) > 0);
}
