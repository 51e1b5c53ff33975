import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { replacePrivateFile } from '../access/private-file.js';
import { Settings } from '../config/settings.js';
import { errorText, isMissingFile } from '../errors/error-text.js';
import { readRegular } from '../files/regular-file.js';
import { type SpentDays, Spending } from './spending.js';

/** Milliseconds between two writings: a process that is killed forgets no more than what runs have cost meanwhile. */
const WRITE_MS = 5000;

/** Bytes of the largest file that is read: a hundred thousand accounts. */
const MAX_BYTES = 16 * 2 ** 20;

/** Carries what has been spent today from one start to the next. */
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
    @Inject(Settings) { spentFile }: Settings,
  ) {
    this.path = spentFile === 'off' ? undefined : spentFile;
  }

  /** Reads what has been spent before. Where that cannot be read, nothing has been. */
  async open(): Promise<void> {
    if (this.path === undefined) return;
    try {
      this.spending.add(spentDays(await readRegular(this.path, MAX_BYTES)));
    } catch (error) {
      if (!isMissingFile(error))
        this.logger.warn(`${this.path} cannot be read, so that budgets begin anew: ${errorText(error)}`);
    }
    this.written = this.text();
    this.isOpen = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write();
  }

  /** Writes what has been spent, if that is not what the file says. */
  @Interval('spent-file', WRITE_MS)
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeOnce());
    return this.writing;
  }

  private async writeOnce(): Promise<void> {
    const text = this.text();
    if (this.path === undefined || !this.isOpen || text === this.written) return;
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
    return `${JSON.stringify({ version: 1, days: this.spending.toJson() })}\n`;
  }
}

/** @throws Error where the text is none of ours */
function spentDays(text: string): SpentDays {
  const { version, days } = JSON.parse(text) as { version?: unknown; days?: unknown };
  const isOurs = version === 1 && isRecord(days) && Object.entries(days).every(([day, ids]) => isDay(day, ids));
  if (!isOurs) throw new Error('it is not as Quern writes it');
  return days as SpentDays;
}

function isDay(day: string, ids: unknown): boolean {
  const isAmount = (amount: unknown) => typeof amount === 'number' && amount >= 0 && Number.isFinite(amount);
  return /^\d{4}-\d\d-\d\d$/.test(day) && isRecord(ids) && Object.values(ids).every(isAmount);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
