import { type BigQuery } from '@google-cloud/bigquery';
import { QuernError } from '../../errors/quern-error.js';
import { SandboxCompiler } from '../sandbox/sandbox-compiler.js';
import { type Admission, type GateRequest } from './sandbox/admission.js';
import { SANDBOX_GATE_MAIN } from './sandbox-gate-path.js';
import { type DescribedTable } from '../described-table.js';
import {
  type CheckedQuery,
  type Engine,
  type EngineActivity,
  type EngineState,
  type Explanation,
  type Query,
  type Result,
  type Sandbox,
  type Statement,
  type TablesState,
} from '../engine.js';
import { type ValueFormats } from '../json-values.js';
import { Circuit } from './circuit.js';
import { DryRuns } from './dry-runs.js';
import { Jobs } from './jobs.js';
import { type ListedTable } from './rest.js';
import { type RequestOptions } from './requests.js';
import { Runs } from './runs.js';
import { BigQuerySandbox } from './sandbox/bigquery-sandbox.js';
import { SandboxComposer } from './sandbox/sandbox-composer.js';
import { TableStates } from './table-states.js';
import { queryFailure } from './failure.js';
import { columnsOf } from './row-encoder.js';

export interface BigQueryOptions extends RequestOptions, ValueFormats {
  readonly client: BigQuery;
  readonly connections: number;
  readonly queueMax: number;
  /** Milliseconds that only ever grow, for the pauses in which BigQuery is left alone. */
  readonly monotonic: () => number;
  /** Milliseconds before each further try of a call that BigQuery could not answer for the moment. */
  readonly pausesMs: readonly number[];
}

/** Runs the author's text, unchanged, on BigQuery. */
export class BigQueryEngine implements Engine {
  readonly name = 'bigquery';
  readonly slots: number;
  private readonly dryRuns: DryRuns;
  private readonly runs: Runs;
  private readonly states: TableStates;
  private readonly circuit: Circuit;
  private readonly gate: SandboxCompiler<GateRequest, Admission>;
  private readonly composer: SandboxComposer;
  private readonly jobs: Jobs;
  private isOpen = false;

  constructor(private readonly options: BigQueryOptions) {
    const jobs = new Jobs(options.client);
    this.jobs = jobs;
    this.circuit = new Circuit(options.monotonic);
    this.slots = options.connections;
    this.dryRuns = new DryRuns(jobs, this.circuit, options);
    this.runs = new Runs(jobs, this.circuit, options);
    this.states = new TableStates(jobs, this.dryRuns, this.circuit, options);
    this.gate = new SandboxCompiler(SANDBOX_GATE_MAIN, options.queueMax);
    this.composer = new SandboxComposer(this.dryRuns, this.gate);
  }

  get activity(): EngineActivity {
    const { slotsInUse, waiting } = this.runs;
    return { slotsInUse, waiting: waiting + this.gate.waiting, sandboxProcesses: 0, isAway: this.circuit.isOpen };
  }

  /** Asks BigQuery for nothing: the service starts and answers from cache while it is away. */
  open(): Promise<void> {
    this.isOpen = true;
    return Promise.resolve();
  }

  get state(): EngineState {
    return this.isOpen ? this.circuit.state : 'closed';
  }

  /** Never true: its jobs run elsewhere. */
  readonly isStuck = false;

  async close(): Promise<void> {
    this.isOpen = false;
    await this.gate.close();
  }

  async describeTables(): Promise<readonly DescribedTable[]> {
    return describedTables(this.opened.jobs, this.options);
  }

  async check(query: Query): Promise<CheckedQuery> {
    return this.opened.dryRuns.check(query);
  }

  async tablesOf(query: Query): Promise<readonly string[] | undefined> {
    return this.opened.states.tablesOf(query);
  }

  async stateOf(tables: readonly string[], maxAgeMs: number): Promise<TablesState | undefined> {
    return this.opened.states.stateOf(tables, maxAgeMs);
  }

  async run(statement: Statement): Promise<Result> {
    return this.opened.runs.run(statement);
  }

  async explain(statement: Statement): Promise<Explanation> {
    return this.opened.dryRuns.explain(statement);
  }

  sandbox(query: Query): Sandbox {
    const { composer, dryRuns, runs } = this.opened;
    return new BigQuerySandbox(query, composer, dryRuns, runs);
  }

  private get opened(): this {
    if (this.isOpen) return this;
    throw new QuernError('engine_unavailable', 'The engine is not open.', { retryAfterSeconds: 1 });
  }
}

const PARALLEL = 8;

/** The tables of the dataset, from its metadata: none of it is billed. @throws QuernError */
export async function describedTables(
  jobs: Jobs,
  { dataset }: Pick<RequestOptions, 'dataset'>,
): Promise<readonly DescribedTable[]> {
  try {
    const listed = await jobs.tables(dataset);
    const waiting = listed.values();
    const found: DescribedTable[] = [];
    const work = async () => {
      for (const each of waiting) found.push(await described(jobs, dataset, each));
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw queryFailure(error);
  }
}

async function described(jobs: Jobs, dataset: string, { tableReference }: ListedTable): Promise<DescribedTable> {
  const name = tableReference.tableId;
  const { schema, numRows, type } = await jobs.table(dataset, name);
  const fields = schema?.fields ?? [];
  return {
    name,
    columns: columnsOf(fields),
    schema: fields,
    // BigQuery reports 0 rows for a view.
    ...(numRows !== undefined && type === 'TABLE' && { rows: Number(numRows) }),
    files: [],
  };
}
