import { type DescribedTable } from '../../src/engines/described-table.js';
import {
  type AcceptedQuery,
  type Engine,
  type Explanation,
  type Result,
  type Sandbox,
  type Statement,
} from '../../src/engines/engine.js';
import { type SimulatedClock } from './simulated-clock.js';
import { type Tally } from './tally.js';
import { bytesOf } from './trace.js';

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
  /** In the order in which they land, since all take equally long. */
  private readonly underWay: Run[] = [];

  constructor(
    private readonly time: SimulatedClock,
    private readonly runMs: number,
    private readonly tally: Tally,
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
      run: (statement) => this.run(statement),
      explain: () => this.explain(),
    };
  }

  run({ parameters }: Statement): Promise<Result> {
    const bytes = bytesOf(Number(parameters[0]?.value));
    this.tally.ran(this.time.now, bytes);
    return new Promise((resolve) => {
      const land = () => {
        resolve({
          columns: [{ name: 'n', type: 'INT64' }],
          rows: [['1']],
          truncated: false,
          cost: { milliseconds: this.runMs, bytesProcessed: bytes, bytesBilled: bytes },
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
