import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Budget, LEAST_BYTES, serviceBudget } from '../config/budget.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { withDeadline } from '../engines/deadline.js';
import { type Cost, type Result, type Statement } from '../engines/engine.js';
import { QuernError } from '../errors/quern-error.js';
import { Account } from './account.js';
import { dayOf } from './day.js';
import { type Ask, Book, type Reservation } from './spending.js';
import { shareByNow, warmingShare } from './warming-share.js';

type Kind = 'endpoint' | 'key' | 'service';

/** A budget that a run is charged to. */
interface Payer {
  readonly account: Account;
  readonly budget: Budget;
  /** Kind of its holder for callers; `name` is for the log. */
  readonly kind: Kind;
  readonly name: string;
  /** Whether it is the share of refreshes in that budget. */
  readonly isShare: boolean;
}

/** A part of a budget that is reserved for a run. */
interface Charge {
  readonly payer: Payer;
  readonly reservation: Reservation;
}

/** The rest of a budget today. */
export interface BudgetLeft {
  readonly of: Kind;
  readonly budget: string;
  /** Unit of `left` and `taken`: bytes, or milliseconds. */
  readonly unit: Budget['unit'];
  readonly taken: number;
  readonly left: number;
}

/** A run with everything that it is charged by. */
export interface ChargedRun {
  readonly endpoint: Endpoint;
  /** Key whose call it is, if that has a budget. */
  readonly key: { readonly id: string; readonly budget: Budget } | undefined;
  readonly statement: Statement;
  /** Whether it began ahead of time, without a waiting client. */
  readonly isAhead: boolean;
  /** Returns the milliseconds that it has taken by now, without its waits. */
  readonly ranMs: () => number;
}

/** Factor of the amount that is asked for when a run turns out to need more than its endpoint's runs before. */
const MORE = 8;

/** Factor by which the remembered cost of an endpoint's dearest run goes down with each further one. */
const FADING = 0.9;

/** Most endpoints whose cost is remembered. */
const MAX_ENDPOINTS = 10_000;

/** Seconds beyond its time limit within which a run is surely over. */
const SLACK_SECONDS = 30;

const DAY_MS = 86_400_000;

/**
 * Keeps runs within budgets. The likely cost of a run is reserved before it begins, so that runs at the same time cannot pass a budget
 * together, and the real cost is spent when it is over. A run gets no more bytes than are reserved: if it needs more, the engine refuses
 * it, for nothing, and more is reserved for another try.
 */
@Injectable()
export class Budgets {
  private readonly logger = new Logger('Budgets');
  private readonly accounts = new Map<string, Account>();
  private readonly costs = new LRUCache<string, number>({ max: MAX_ENDPOINTS });
  /** Budget of all runs together. */
  private readonly whole: Budget | undefined;
  private readonly warmingBudget: number;

  constructor(
    @Inject(Book) private readonly book: Book,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Settings) settings: Settings,
  ) {
    this.whole = serviceBudget(settings);
    this.warmingBudget = settings.warmingBudget;
  }

  /**
   * Does the work of one run within its budgets, after waiting for other runs if those may leave enough.
   *
   * @throws QuernError `budget_exhausted`, `engine_busy` where the others have not ended in time, and the failures of the work
   */
  async during(run: ChargedRun, work: (statement: Statement) => Promise<Result>): Promise<Result> {
    const payers = this.payersOf(run);
    if (payers.length === 0) return work(run.statement);
    const endsAt = performance.now() + run.statement.timeoutSeconds * 1000;
    const inTime = (): ChargedRun => {
      const timeoutSeconds = Math.max(1, endsAt - performance.now()) / 1000;
      return { ...run, statement: { ...run.statement, timeoutSeconds } };
    };
    let charges: readonly Charge[] = [];
    for (;;) {
      charges = await this.reserve(payers, inTime(), charges);
      try {
        return await this.charge(charges, inTime(), work);
      } catch (error) {
        // The engine needs more for it than was reserved.
        if (!(error instanceof QuernError) || error.code !== 'budget_exhausted') throw error;
      }
    }
  }

  /** Share of an endpoint's or a key's budget that has been taken today, from 0 to 1; undefined where it has none. */
  usedBy(
    kind: Kind,
    { id, budget }: { readonly id: string; readonly budget?: Budget | undefined },
  ): number | undefined {
    return budget && this.book.of(dayOf(this.clock()), accountId(kind, id, budget)) / budget.amount;
  }

  /** Share of the service's own budget that has been taken today. */
  usedByAll(): number | undefined {
    return this.usedBy('service', { id: 'all', budget: this.whole });
  }

  /** The rest of all budgets for a run of the endpoint, except that of the calling key. */
  leftFor(endpoint: Endpoint): readonly BudgetLeft[] {
    const day = dayOf(this.clock());
    return this.payersOf({ endpoint, key: undefined, isAhead: false }).map(({ account, budget, kind }) => {
      const taken = this.book.of(day, account.id);
      return { of: kind, budget: budget.text, unit: budget.unit, taken, left: Math.max(0, budget.amount - taken) };
    });
  }

  /** Whether there is enough for a refresh that costs as much as the run before it, within the share that refreshes may have taken until now. */
  allowRefresh(endpoint: Endpoint, cost: Partial<Cost> | undefined): boolean {
    const now = this.clock();
    return this.payersOf({ endpoint, key: undefined, isAhead: true }).every(({ account, budget, isShare }) => {
      const known = costIn(budget.unit, cost) ?? this.costs.get(costId(endpoint, budget.unit)) ?? 0;
      const least = budget.unit === 'bytes' ? LEAST_BYTES : 1;
      const limit = isShare ? shareByNow(budget, now) : budget.amount;
      return this.book.of(dayOf(now), account.id) + Math.max(least, known) <= limit;
    });
  }

  private payersOf({ endpoint, key, isAhead }: Pick<ChargedRun, 'endpoint' | 'key' | 'isAhead'>): readonly Payer[] {
    const payer = (kind: Kind, id: string, name: string, budget: Budget | undefined): readonly Payer[] =>
      budget ? [{ account: this.account(accountId(kind, id, budget)), budget, kind, name, isShare: false }] : [];
    const payers = [
      ...payer('endpoint', endpoint.id, endpoint.name, endpoint.budget),
      ...(key ? payer('key', key.id, `key ${key.id}`, key.budget) : []),
      ...payer('service', 'all', 'all runs together', this.whole),
    ];
    // Shares come first, so that refreshes wait for one another there, and not in front of runs that clients wait for.
    return isAhead ? [...payers.map((each) => this.shareOf(each)), ...payers] : payers;
  }

  private shareOf({ account, budget, ...rest }: Payer): Payer {
    const share = warmingShare(budget, this.warmingBudget);
    return { ...rest, account: this.account(`${account.id} warming`), budget: share, isShare: true };
  }

  private account(id: string): Account {
    const account = this.accounts.get(id) ?? new Account(id, this.book, this.clock);
    this.accounts.set(id, account);
    return account;
  }

  /** Reserves from one payer after the other, in the same order for all runs: no two runs ever wait for each other's reservations. */
  private async reserve(
    payers: readonly Payer[],
    run: ChargedRun,
    before: readonly Charge[],
  ): Promise<readonly Charge[]> {
    const { statement } = run;
    const since = performance.now();
    const charges: Charge[] = [];
    try {
      const reserveAll = async (signal: AbortSignal) => {
        for (const [index, payer] of payers.entries()) {
          const ask = this.askFor(payer.budget, run, before[index]?.reservation);
          const reservation = await payer.account.reserve(ask, signal);
          if (reservation === 'exhausted') throw this.exhausted(payer);
          charges.push({ payer, reservation });
        }
      };
      await withDeadline(statement, reserveAll, undecided);
      return charges;
    } catch (error) {
      for (const { payer, reservation } of charges) await payer.account.settle(reservation, 0);
      throw error;
    } finally {
      statement.onWaited?.(performance.now() - since);
    }
  }

  private askFor({ unit, amount: limit }: Budget, run: ChargedRun, before: Reservation | undefined): Ask {
    const known = this.costs.get(costId(run.endpoint, unit));
    const { timeoutSeconds } = run.statement;
    const seconds = timeoutSeconds + SLACK_SECONDS;
    if (unit === 'bytes') {
      // The day may be another one by now, with its whole budget.
      const least = before ? before.amount + 1 : LEAST_BYTES;
      return { limit, least, want: before ? before.amount * MORE : Math.max(LEAST_BYTES, known ?? 0), seconds };
    }
    const least = Math.min(limit, known ?? 1);
    const want = Math.min(limit, known ?? Math.ceil(timeoutSeconds * 1000));
    return { limit, least, want: Math.max(least, want), seconds };
  }

  private async charge(
    charges: readonly Charge[],
    { endpoint, statement, ranMs }: ChargedRun,
    work: (statement: Statement) => Promise<Result>,
  ): Promise<Result> {
    const startedMs = ranMs();
    const engine = { mayBill: false };
    let cost: Cost | undefined;
    let isCut = false;
    const bytesLeft = Math.min(
      ...charges.filter(({ payer }) => payer.budget.unit === 'bytes').map(({ reservation }) => reservation.amount),
    );
    try {
      const result = await work({
        ...statement,
        ...(bytesLeft < Infinity && { bytesLeft }),
        onStarted: () => {
          engine.mayBill = true;
        },
        onFree: () => {
          engine.mayBill = false;
        },
      });
      ({ cost } = result);
      return result;
    } catch (error) {
      isCut = statement.signal.aborted || (error instanceof QuernError && error.code === 'deadline_exceeded');
      throw error;
    } finally {
      const isNothing = cost?.cacheHit === true || cost?.bytesProcessed === 0;
      const isTold = isNothing || (cost?.bytesBilled ?? cost?.slotMilliseconds) !== undefined;
      for (const { payer, reservation } of charges) {
        const { unit } = payer.budget;
        const told = unit === 'engine-time' ? Math.round(ranMs() - startedMs) : costIn(unit, cost);
        // A run that was cut off, or whose cost nobody tells, may be billed as a whole: its reservation counts as spent.
        const spent = told ?? (engine.mayBill && !isTold ? reservation.amount : 0);
        if (cost !== undefined || isCut) this.remember(costId(endpoint, unit), told ?? 0);
        await payer.account.settle(reservation, spent);
      }
    }
  }

  /**
   * Remembers a run's cost. One that the engine answers from a cache of its own is left out: it costs nothing, and says nothing about the
   * next one.
   */
  private remember(id: string, spent: number): void {
    if (spent > 0) this.costs.set(id, Math.max(spent, Math.ceil((this.costs.get(id) ?? 0) * FADING)));
  }

  private exhausted({ account, budget, kind, name, isShare }: Payer): QuernError {
    const now = this.clock();
    if (account.isNews(dayOf(now))) {
      const what = isShare ? 'what refreshes may take of the budget' : 'the budget';
      this.logger.warn(`${name}: too little is left of ${what} of ${budget.text}, until midnight UTC`);
    }
    return new QuernError('budget_exhausted', `The budget of this ${kind} is used up for today, in UTC.`, {
      // A call that joins the run of another key gets no word of that key, and has a run of its own where it was a refresh.
      isCallersOwn: isShare || kind === 'key',
      retryAfterSeconds: Math.ceil((DAY_MS - (now % DAY_MS)) / 1000),
    });
  }
}

function undecided(): QuernError {
  const detail = 'Whether a budget allows this run depends on others, which have not ended in time.';
  return new QuernError('engine_busy', detail, { retryAfterSeconds: 1 });
}

function accountId(kind: Kind, name: string, { unit }: Budget): string {
  return `${kind} ${name} ${unit}`;
}

function costId({ id }: Endpoint, unit: Budget['unit']): string {
  return `${id} ${unit}`;
}

function costIn(unit: Budget['unit'], cost: Partial<Cost> | undefined): number | undefined {
  if (unit === 'engine-time') return cost?.milliseconds;
  return unit === 'bytes' ? cost?.bytesBilled : cost?.slotMilliseconds;
}
