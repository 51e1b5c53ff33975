import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { replacePrivateFile } from '../access/private-file.js';
import { Settings } from '../config/settings.js';
import { errorText, isMissingFile } from '../errors/error-text.js';
import { readRegular } from '../files/regular-file.js';
import { isDay } from './day.js';
import { Ledger, type LedgerDays } from './ledger.js';
import { NOTHING_SPENT, SPENDERS } from './spent.js';
import { type SpentDays, Spending } from './spending.js';

/** Milliseconds between two writings: a process that is killed forgets the cost of no more than these. */
const WRITE_MS = 5000;

/** Largest file that is read, in bytes: twice what the largest ledger takes, and fifty thousand accounts. */
const MAX_BYTES = 16 * 2 ** 20;

/** Carries the spent amounts of budgets and the ledger from one start to the next. */
@Injectable()
export class SpentFile implements OnApplicationShutdown {
  private readonly logger = new Logger('Budgets');
  private readonly path: string | undefined;
  private isOpen = false;
  private hasFailed = false;
  private written = '';
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly spending: Spending,
    private readonly ledger: Ledger,
    @Inject(Settings) { spentFile }: Settings,
  ) {
    this.path = spentFile === 'off' ? undefined : spentFile;
  }

  /** Reads the amounts of earlier starts. If they cannot be read, nothing has been spent. */
  async open(): Promise<void> {
    await this.read();
    this.written = this.text();
    this.isOpen = true;
  }

  /** Reads them for a process that writes nothing. */
  async read(): Promise<void> {
    if (this.path === undefined) return;
    try {
      const { days, runs } = await readSpentFile(this.path);
      this.spending.add(days);
      this.ledger.read(runs);
    } catch (error) {
      if (!isMissingFile(error))
        this.logger.warn(`${this.path} cannot be read, so that budgets begin anew: ${errorText(error)}`);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write();
  }

  /** Writes the amounts, if they are not those of the file. */
  @Interval('spent-file', WRITE_MS)
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeOnce());
    return this.writing;
  }

  private async writeOnce(): Promise<void> {
    if (this.path === undefined || !this.isOpen) return;
    const text = this.text();
    if (text === this.written) return;
    try {
      await replacePrivateFile(this.path, text);
      this.written = text;
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed)
        this.logger.warn(
          `${this.path} cannot be written, so that the next start does not know what has been spent: ${errorText(error)}`,
        );
      this.hasFailed = true;
    }
  }

  private text(): string {
    return `${JSON.stringify({ version: 1, days: this.spending.toJson(), runs: this.ledger.toJson() })}\n`;
  }
}

/** @throws Error where there is no file, or its text is not ours */
export async function readSpentFile(path: string): Promise<{ readonly days: SpentDays; readonly runs: LedgerDays }> {
  const text = await readRegular(path, MAX_BYTES);
  const { version, days, runs = {} } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const isOurs = version === 1 && areDays(days, isAmounts) && areDays(runs, isLedgerDay);
  if (!isOurs) throw new Error('it is not as Quern writes it');
  return { days: days as SpentDays, runs: runs as LedgerDays };
}

function areDays(days: unknown, isWhole: (day: unknown) => boolean): boolean {
  return isRecord(days) && Object.entries(days).every(([day, each]) => isDay(day) && isWhole(each));
}

function isLedgerDay(day: unknown): boolean {
  return isRecord(day) && SPENDERS.every((by) => isRecord(day[by]) && Object.values(day[by]).every(isSpent));
}

/** Whether all amounts are there: without one, every sum would be none, which the next start could not read. */
function isSpent(amounts: unknown): boolean {
  return isAmounts(amounts) && Object.keys(NOTHING_SPENT).every((name) => Object.hasOwn(amounts as object, name));
}

function isAmounts(amounts: unknown): boolean {
  const isAmount = (amount: unknown) => typeof amount === 'number' && amount >= 0 && Number.isFinite(amount);
  return isRecord(amounts) && Object.values(amounts).every(isAmount);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
