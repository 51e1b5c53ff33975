import { type Accepts, expressions } from './calls.js';
import { type DataForm, KINDS, makeData } from './data.js';
import { authored, chained, PLACES, SHAPES, SUMS } from './shapes.js';
import { BarrierWorld, type Outcome } from './world.js';
import { Chance } from '../hostile/chance.js';
import { plain, type PlainTry } from './plain.js';

/** SQL of a caller's that is run over the rows of its tenant alone, and where others have rows as well. */
export interface Try {
  readonly form: DataForm;
  readonly shape: string;
  readonly place: string;
  readonly expression: string;
  readonly isChained: boolean;
}

interface Outcomes {
  readonly alone: Outcome;
  readonly amongOthers: Outcome;
}

export type Leak = Try & Outcomes;
export type PlainLeak = PlainTry & Outcomes;

/** Forms with several copies of each row, so that files have dictionaries of their values. */
export const SMALL: readonly DataForm[] = KINDS.flatMap((kind) =>
  (['own', 'others', 'neither'] as const).map((first) => ({ kind, first, copies: 20, others: true })),
);

/** Forms that store columns in their own types; once more where the tenant has no rows at all. */
export const PLAIN: readonly DataForm[] = SMALL.filter(({ kind }) => kind === 'parquet' || kind === 'duckdb').flatMap(
  (form) => [form, { ...form, ownless: true }],
);

/** Forms with some 110,000 rows, which is where DuckDB begins to reorder conditions as they run. */
export const LARGE: readonly DataForm[] = SMALL.map((form) => ({ ...form, copies: 4000 }));

export const PLAIN_LARGE: readonly DataForm[] = PLAIN.map((form) => ({ ...form, copies: 4000 }));

/** Removes the barrier, the marks that lambdas can fail, and sums of one row after the other. */
const UNGUARDED = (sql: string) =>
  sql
    .replaceAll(' USING SAMPLE 100 PERCENT (system)', '')
    .replaceAll(/TRY\(("(?:[^"]|"")+")\)/g, '$1')
    .replaceAll(/TRY\((struct_extract\("\w+"\."\w+", '\w+'\))\)/g, '$1')
    .replaceAll(')[:], lambda', '), lambda')
    .replaceAll('bq_one_by_one(', '(');

/** Tries SQL of callers' own for what it tells of rows that they must not see. */
export class BarrierAttack {
  private readonly worlds = new Map<string, Promise<BarrierWorld>>();

  async close(): Promise<void> {
    for (const world of this.worlds.values()) await (await world).close();
  }

  /**
   * Expressions that tell the caller's rows from others': they are answered for the first, and fail on the others. Anything
   * else has nothing to tell by an error.
   */
  async oracles(wanted: (index: number) => boolean): Promise<readonly string[]> {
    const [form] = SMALL;
    if (!form) throw new TypeError('there is no form');
    const alone = await this.world({ ...form, others: false });
    const amongOthers = await this.world(form);
    const sqlOf = PLACES.where ?? String;
    const others = authored('where').replace('tenant = @tenant', 'tenant != @tenant');
    const accepts: Accepts = (expression) => alone.compile(authored('where'), sqlOf(expression)) !== undefined;
    const found: string[] = [];
    for (const expression of expressions(accepts, wanted)) {
      const own = await alone.run(authored('where'), sqlOf(expression));
      if (hasFailed(own)) continue;
      if (hasFailed(await amongOthers.run(others, sqlOf(expression)))) found.push(expression);
    }
    return found;
  }

  /** The difference that the rows of others make. */
  async leakOf(each: Try, isUnguarded = false): Promise<Leak | undefined> {
    const sql = (PLACES[each.place] ?? SUMS[each.place] ?? String)(each.expression);
    const query = each.isChained ? chained(each.shape) : authored(each.shape);
    const outcomes = await this.outcomes(each.form, query, sql, isUnguarded ? UNGUARDED : undefined);
    return isSame(outcomes) ? undefined : { ...each, ...outcomes };
  }

  /** The difference for a whole query over columns that are compared as they are. */
  async plainLeakOf(each: PlainTry): Promise<PlainLeak | undefined> {
    const outcomes = await this.outcomes(each.form, plain(each.shape), each.sql);
    return isSame(outcomes) ? undefined : { ...each, ...outcomes };
  }

  /** Whether the compiler takes an expression for one that cannot fail. */
  async isLeakproof(expression: string): Promise<boolean> {
    const [form] = PLAIN;
    if (!form) throw new TypeError('there is no form');
    return (await this.world(form)).isLeakproof(plain('where'), (PLACES.where ?? String)(expression));
  }

  private async outcomes(
    form: DataForm,
    query: string,
    sql: string,
    change?: (sql: string) => string,
  ): Promise<Outcomes> {
    const first = form.first === 'others' ? 'own' : form.first;
    const alone = await (await this.world({ ...form, first, others: false })).run(query, sql, change);
    return { alone, amongOthers: await (await this.world(form)).run(query, sql, change) };
  }

  async world(form: DataForm): Promise<BarrierWorld> {
    const key = JSON.stringify(form);
    const world = this.worlds.get(key) ?? makeData(form).then(async (data) => BarrierWorld.open(data));
    this.worlds.set(key, world);
    return world;
  }
}

/** Every expression in every shape, each time in another place and over another form of the data: a sample of all combinations. */
export function* tries(seed: number, oracles: readonly string[], forms: readonly DataForm[]): Generator<Try> {
  const chance = new Chance(seed);
  for (const expression of chance.shuffled(oracles)) {
    for (const shape of Object.keys(SHAPES)) {
      const place = chance.pick(Object.keys(PLACES));
      yield { form: chance.pick(forms), shape, place, expression, isChained: chance.oneIn(4) };
    }
  }
}

function isSame({ alone, amongOthers }: Outcomes): boolean {
  return alone === amongOthers;
}

export function hasFailed(outcome: Outcome): boolean {
  return outcome.startsWith('failed');
}
