import { dayOf } from '../../budgets/day.js';
import { Ledger, type LedgerDays, type Spender } from '../../budgets/ledger.js';
import { type SpendReport, spendReport } from '../../budgets/spend-report.js';
import { readSpentFile } from '../../budgets/spent-file.service.js';
import { listing } from '../../errors/listing.js';
import { errorText, isMissingFile } from '../../errors/error-text.js';
import { type CommandContext } from '../command-context.js';
import { type Format } from '../output/format-options.js';
import { rowsTarget } from '../output/rows-target.js';
import { type ListColumn, writeList } from '../output/write-rows.js';

interface SpendOptions {
  readonly by: Spender;
  /** Day in UTC; undefined: today. */
  readonly day?: string;
  readonly format?: Format;
}

type Row = SpendReport['rows'][number];

const FIGURES: readonly ListColumn<Row>[] = [
  { name: 'runs', type: 'INT64', tell: ({ runs }) => runs },
  { name: 'bytes_billed', type: 'INT64', tell: (row) => row.bytes_billed },
  { name: 'bytes_processed', type: 'INT64', tell: (row) => row.bytes_processed },
  { name: 'slot_ms', type: 'INT64', tell: (row) => row.slot_ms },
  { name: 'run_ms', type: 'INT64', tell: (row) => row.run_ms },
];

const BAR_WIDTH = 20;

/** Prints the cost of a day's runs, from the file that a service on this machine writes. */
export async function spend(context: CommandContext, { by, day, format }: SpendOptions): Promise<void> {
  const { spentFile, pricePerTib } = context.settings();
  const ledger = new Ledger();
  ledger.read(await runsIn(spentFile));
  const report = spendReport(ledger, { by, day: day ?? dayOf(new Date()), pricePerTib });
  if (report.rows.length === 0) {
    const others = report.days.length === 0 ? '' : ` There are runs on ${listing(report.days)}.`;
    context.err.write(`No run has ended on ${report.day}.${others}\n`);
  }
  const target = rowsTarget(context.out, { format });
  const columns = columnsOf(report, pricePerTib, target.format === 'table');
  await writeList(columns, report.rows, target);
}

/** Columns of the report; people get a bar for each share, and no columns of nothing. */
function columnsOf(report: SpendReport, pricePerTib: number | undefined, isTable: boolean): readonly ListColumn<Row>[] {
  const figures = isTable ? FIGURES.filter(({ tell }) => report.rows.some((row) => tell(row) !== 0)) : FIGURES;
  const share = ({ [unitOf(report)]: amount }: Row) => amount / Math.max(1, report.total[unitOf(report)]);
  return [
    { name: report.by, type: 'STRING', tell: ({ name }) => name },
    ...figures,
    ...(pricePerTib === undefined ? [] : [{ name: 'price', type: 'FLOAT64', tell: ({ price }: Row) => price }]),
    { name: 'share', type: isTable ? 'STRING' : 'FLOAT64', tell: (row) => (isTable ? barOf(share(row)) : share(row)) },
  ];
}

/** The figure that shares are of: the bill, or if there is none the time of slots or of the engine. */
function unitOf({ total }: SpendReport): 'bytes_billed' | 'slot_ms' | 'run_ms' {
  if (total.bytes_billed > 0) return 'bytes_billed';
  return total.slot_ms > 0 ? 'slot_ms' : 'run_ms';
}

/** `██████████           50 %` */
function barOf(share: number): string {
  return `${'█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH)} ${`${Math.round(share * 100)}`.padStart(3)} %`;
}

/** @throws Error with a remedy where there is nothing to read */
async function runsIn(file: string | undefined): Promise<LedgerDays> {
  if (file === undefined || file === 'off')
    throw new Error('QUERN_SPENT_FILE is off, so that nothing is kept here; ask the service: GET /api/spend');
  try {
    return (await readSpentFile(file)).runs;
  } catch (error) {
    const reason = isMissingFile(error)
      ? 'is not there: `quern serve` writes it within five seconds of a run'
      : `cannot be read: ${errorText(error)}`;
    throw new Error(`${file} ${reason}`, { cause: error });
  }
}
