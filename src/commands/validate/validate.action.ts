import { type Settings } from '../../config/settings.js';
import { withEmbeddedFixtures } from '../../engines/create-fixture-engine.js';
import { findInFolder, findPaths } from '../../endpoint-files/watch/endpoint-paths.js';
import { byFileAndPlace } from '../../diagnostics/problem-line.js';
import { testProblems } from '../../endpoint-tests/check-tests.js';
import { KeptFiles } from '../../registry/kept/kept-files.js';
import { validateEndpoints } from '../../registry/validate-endpoints.js';
import { type CommandContext, Exit } from '../command-context.js';
import { followUntilTold } from '../followed-paths.js';
import { terminalStyle } from '../output/terminal-style.js';
import { costsOf, dearerThan, recordedCosts } from './validated-costs.js';
import { unaskedFindings } from './unasked-queries.js';
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
  { settings: readSettings, out, err }: CommandContext,
  paths: readonly string[],
  { format, strict = false, watch = false, cost = false, against, factor, ...options }: ValidateOptions,
): Promise<void> {
  const read = readSettings();
  const settings = { ...read, engine: options.engine ?? read.engine };
  const folder = settings.endpointsPath;
  const isNamed = paths.length > 0;
  await withEngine(settings, err, async (engine) => {
    const kept = KeptFiles.for(settings, engine);
    const before = against === undefined ? undefined : await recordedCosts(against);
    const isValid = async (): Promise<boolean> => {
      const found = await (isNamed ? findPaths(paths) : findInFolder(folder));
      const { endpoints, problems, unasked } = await validateEndpoints(found, engine, { withData: !isNamed, kept });
      // Test files may stand beside a broken endpoint file: then none counts as lost.
      const isWhole = !isNamed && found.problems.length === 0 && endpoints.length === found.files.length;
      const [ofTests, ofUnasked] = await withEmbeddedFixtures(settings, Date.now, async (opened) => [
        await testProblems(opened, isWhole ? folder : undefined, endpoints),
        await unaskedFindings(opened, unasked),
      ]);
      const costs = cost || before ? costsOf(endpoints) : undefined;
      const dearer = before ? dearerThan(endpoints, before, factor) : [];
      const validation = {
        endpoints,
        problems: [...problems, ...ofTests, ...ofUnasked.problems, ...dearer].sort(byFileAndPlace),
      };
      const terms = {
        subject: isNamed ? '' : ` in ${folder}`,
        style: terminalStyle(err),
        isNamed,
        costs,
        before,
        unasked: ofUnasked,
      };
      const report = validationReport(validation, format, terms);
      err.write(report.err);
      // The time tells one round from the one before.
      out.write(watch && report.out !== '' ? `${new Date().toTimeString().slice(0, 8)}  ${report.out}` : report.out);
      return countOf('error', validation) === 0 && !(strict && countOf('warning', validation) > 0);
    };
    if (watch) {
      const warn = (message: string) => err.write(`quern: ${message}\n`);
      await followUntilTold(isNamed ? paths : [folder], engine, isValid, warn);
    } else if (!(await isValid())) {
      throw new Exit(1);
    }
  });
}
