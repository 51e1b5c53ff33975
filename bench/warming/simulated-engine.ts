import { type DescribedTable } from '../../src/engines/described-table.js';
import {
  type AcceptedQuery,
  type Engine,
  type Explanation,
  type Result,
  type Sandbox,
} from '../../src/engines/engine.js';
import { type SimulatedClock } from './simulated-clock.js';

interface Run {
  readonly landsAt: number;
  readonly land: () => void;
}

/** Answers every query with one row, after a fixed time of the simulated clock; nobody waits for a slot. */
export class SimulatedEngine implements Engine {
  readonly isStuck = false;
  readonly state = 'ok';
  readonly name = 'simulated';
  readonly activity = { slotsInUse: 0, waiting: 0, sandboxProcesses: 0, isAway: false };
  /** More than anybody asks for: what is compared are rules, not queues. */
  readonly slots = 1000;
  runs = 0;
  /** In the order in which they land, since all take equally long. */
  private readonly underWay: Run[] = [];

  constructor(
    private readonly time: SimulatedClock,
    private readonly runMs: number,
  ) {}

  async open(): Promise<void> {
    // There is nothing to open.
  }

  async close(): Promise<void> {
    // Nor to close.
  }

  describeTables(): Promise<readonly DescribedTable[]> {
    return Promise.resolve([]);
  }

  check(): Promise<AcceptedQuery> {
    return Promise.resolve({ columns: [], problems: [] });
  }

  sandbox(): Sandbox {
    return {
      prepare: () => Promise.resolve({ problems: [] }),
      check: () => this.check(),
      run: () => this.run(),
      explain: () => this.explain(),
    };
  }

  run(): Promise<Result> {
    this.runs += 1;
    return new Promise((resolve) => {
      const land = () => {
        resolve({
          columns: [{ name: 'n', type: 'INT64' }],
          rows: [['1']],
          truncated: false,
          cost: { milliseconds: this.runMs },
        });
      };
      this.underWay.push({ landsAt: this.time.now + this.runMs, land });
    });
  }

  explain(): Promise<Explanation> {
    return Promise.resolve({ sql: 'SELECT 1' });
  }

  /** When the next run lands; never, when none is under way. */
  get nextLanding(): number {
    return this.underWay[0]?.landsAt ?? Infinity;
  }

  /** Lands the run that is next. */
  land(): void {
    this.underWay.shift()?.land();
  }
}
