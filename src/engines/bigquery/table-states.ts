import { LRUCache } from 'lru-cache';
import { clockProblems } from '../../googlesql/checks/frozen-clock.js';
import { tablesNamed } from '../../googlesql/checks/table-reads.js';
import { volatileCalls } from '../../googlesql/checks/volatile-functions.js';
import { ifParsed } from '../../googlesql/grammar/parse.js';
import { orAborted } from '../deadline.js';
import { type Query, type TablesState } from '../engine.js';
import { type Circuit } from './circuit.js';
import { type DryRuns } from './dry-runs.js';
import { type Jobs } from './jobs.js';
import { type TableChanges } from './rest.js';
import { type RequestOptions } from './requests.js';

/** Milliseconds for which an answer is used again for the same question. */
const WINDOW_MS = 30_000;

/** Milliseconds that one question may take. A run waits for the answer, and can do without it. */
const LOOK_MS = 5000;

/** Most tables of a query: of more, BigQuery names only some. */
const MAX_TABLES = 50;

/** Most queries and tables whose answers are kept. */
const MAX_REMEMBERED = 10_000;

/** Words of a query that reads more than tables: another database, or a model. */
const ELSEWHERE = /\b(?:EXTERNAL_QUERY|MODEL)\b/i;

interface Asked<T> {
  readonly at: number;
  readonly answer: Promise<T | undefined>;
}

/** The known facts about one table. */
interface TableLook {
  readonly state: string;
  /** Tables that it is a view of. */
  readonly below: readonly string[];
}

/** Finds out from tables' metadata, for which BigQuery bills nothing, whether they have changed. Uncertain answers count as unknown. */
export class TableStates {
  private readonly queries: Recent<readonly string[]>;
  private readonly tables: Recent<TableLook>;

  constructor(
    private readonly jobs: Jobs,
    private readonly dryRuns: DryRuns,
    circuit: Circuit,
    private readonly options: Pick<RequestOptions, 'projectId' | 'dataset'> & { readonly monotonic: () => number },
  ) {
    this.queries = new Recent(circuit, options.monotonic);
    this.tables = new Recent(circuit, options.monotonic);
  }

  /** Finds the tables that the text names, including views, and those that a dry run finds below. */
  async tablesOf(query: Query): Promise<readonly string[] | undefined> {
    const named = namesIn(query.sql, this.options.projectId, this.options.dataset);
    return (
      named &&
      this.queries.get(query.sql, WINDOW_MS, async () => {
        const { tables, hasRoutines } = await this.dryRuns.references(query);
        // BigQuery reveals neither the body of a function nor the time of its last change.
        return hasRoutines ? undefined : [...new Set([...named, ...tables])].sort();
      }).answer
    );
  }

  async stateOf(tables: readonly string[], maxAgeMs: number): Promise<TablesState | undefined> {
    const now = this.options.monotonic();
    const looks = new Map<string, TableLook>();
    let oldest = now;
    for (let names = tables; names.length > 0; names = below(looks)) {
      if (looks.size + names.length > MAX_TABLES) return undefined;
      const asked = names.map((name) => this.tables.get(name, maxAgeMs, async () => this.look(name)));
      const answers = await Promise.all(asked.map(async ({ answer }) => answer));
      for (const [index, name] of names.entries()) {
        const look = answers[index];
        if (!look) return undefined;
        looks.set(name, look);
      }
      oldest = Math.min(oldest, ...asked.map(({ at }) => at));
    }
    // A query without tables may read things that have no metadata.
    if (looks.size === 0) return undefined;
    const states = Array.from(looks, ([name, { state }]) => `${name} ${state}`).sort();
    return { state: states.join('\n'), ageMs: now - oldest };
  }

  private async look(name: string): Promise<TableLook | undefined> {
    const [projectId = '', dataset = '', table = ''] = partsOf(name);
    // A name for several tables gives the metadata of one.
    if (table.includes('*')) return undefined;
    const { type, lastModifiedTime, streamingBuffer, timePartitioning, view } = await this.jobs.tableChanges(
      projectId,
      dataset,
      table,
    );
    const isKnown = lastModifiedTime !== undefined && streamingBuffer === undefined;
    if (!isKnown || (type !== 'TABLE' && type !== 'VIEW')) return undefined;
    const sql = view?.useLegacySql ? undefined : view?.query;
    const names = type === 'TABLE' ? [] : namesIn(sql ?? '', projectId, dataset);
    const isSteady = sql === undefined || (clockProblems(sql).length === 0 && volatileCalls(sql).length === 0);
    if (!names || !isSteady) return undefined;
    return { state: `${lastModifiedTime} ${expired(timePartitioning)}`, below: names };
  }
}

/** Answers of the last while; each question is asked once at a time. A failure counts as unknown for as long. */
class Recent<T extends object> {
  private readonly known = new LRUCache<string, Asked<T>>({ max: MAX_REMEMBERED });

  constructor(
    private readonly circuit: Circuit,
    private readonly monotonic: () => number,
  ) {}

  get(name: string, maxAgeMs: number, ask: () => Promise<T | undefined>): Asked<T> {
    const now = this.monotonic();
    const known = this.known.get(name);
    if (known && now - known.at < Math.min(maxAgeMs, WINDOW_MS)) return known;
    const asked = { at: now, answer: this.ask(ask).catch(() => undefined) };
    this.known.set(name, asked);
    return asked;
  }

  private async ask(ask: () => Promise<T | undefined>): Promise<T | undefined> {
    this.circuit.refuseWhileOpen();
    return orAborted(ask(), AbortSignal.timeout(LOOK_MS));
  }
}

/** Tables named by views that have not been looked up yet. */
function below(looks: ReadonlyMap<string, TableLook>): readonly string[] {
  const names = new Set(Array.from(looks.values(), (look) => look.below).flat());
  return [...names].filter((name) => !looks.has(name));
}

/** Tables named in a text, as `project.dataset.table`; undefined where they are not certain, or where it reads other things as well. */
function namesIn(sql: string, projectId: string, dataset: string): readonly string[] | undefined {
  if (ELSEWHERE.test(sql)) return undefined;
  const names = ifParsed(sql, tablesNamed);
  return names?.map((name) => {
    const [table = '', ...rest] = name.split('.').reverse();
    const [inDataset = dataset, ...inProject] = rest;
    return [...(inProject.length > 0 ? inProject.reverse() : [projectId]), inDataset, table].join('.');
  });
}

/** Splits from the end, since a project may have a dot in its name. */
function partsOf(name: string): readonly string[] {
  const [table = '', dataset = '', ...project] = name.split('.').reverse();
  return [project.reverse().join('.'), dataset, table];
}

/** Number of the newest partition that has expired by now: expired rows go without a time of change. */
function expired(partitioning: TableChanges['timePartitioning']): number {
  const { expirationMs, type } = partitioning ?? {};
  if (expirationMs === undefined) return 0;
  const unit = type === 'HOUR' ? 3_600_000 : 86_400_000;
  return Math.floor((Date.now() - Number(expirationMs)) / unit);
}
