import { callsOf, COLUMNS } from '../../../../../test/support/barrier/calls.js';
import { hasFailed } from '../../../../../test/support/barrier/attack.js';
import { makeData } from '../../../../../test/support/barrier/data.js';
import { BarrierWorld } from '../../../../../test/support/barrier/world.js';
import { partsOf } from '../../../../googlesql/ast/parts.js';
import { hasZone } from '../../../../googlesql/checks/zone-argument.js';
import { FALLIBLE_CASTS, SURE_CASTS } from '../../../../googlesql/functions/casts.js';
import { functionsThat } from '../../../../googlesql/functions/catalogue.js';
import { parse } from '../../../../googlesql/grammar/parse.js';

/** Rows of values that functions fail on, of each type. */
const ROWS = 'WITH q AS (SELECT * FROM events WHERE tenant != @tenant) SELECT 1 AS n FROM q';

const PARTS = ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAYOFWEEK', 'DAY', 'DAYOFYEAR', 'WEEK'];
const LONG_PARTS = ['WEEK(MONDAY)', 'ISOWEEK', 'MONTH', 'QUARTER', 'YEAR', 'ISOYEAR', 'DATE', 'TIME'];

/** Calls with a syntax of their own, or whose arguments no column is. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  ARRAY: ['ARRAY(SELECT x FROM UNNEST(numbers) AS x)', 'ARRAY(SELECT x FROM UNNEST(words) AS x WHERE x > s)'],
  EXISTS: ['EXISTS(SELECT x FROM UNNEST(words) AS x WHERE x = s)'],
  EXTRACT: [...PARTS, ...LONG_PARTS].flatMap((part) => ['d', 't', 'dt', 'ts'].map((x) => `EXTRACT(${part} FROM ${x})`)),
  SAFE_CAST: castsOf([...SURE_CASTS, ...FALLIBLE_CASTS]).map((cast) => `SAFE_${cast}`),
  JSON_TYPE: ['s', 'i', 'b', 'words', 'numbers', 'STRUCT(s, i)'].map((value) => `JSON_TYPE(TO_JSON(${value}))`),
  LAX_BOOL: ['s', 'i', 'b', 'words', 'numbers', 'STRUCT(s, i)'].map((value) => `LAX_BOOL(TO_JSON(${value}))`),
  TIME_DIFF: PARTS.flatMap((part) => [
    `TIME_DIFF(t, TIME '00:00:00', ${part})`,
    `TIME_DIFF(TIME '10:00:00', t, ${part})`,
  ]),
  DATE_DIFF: LONG_PARTS.flatMap((part) => ['d', 'dt'].map((x) => `DATE_DIFF(${x}, DATE '2026-11-20', ${part})`)),
  DATETIME_DIFF: [...PARTS, ...LONG_PARTS].map((part) => `DATETIME_DIFF(dt, DATETIME '2026-11-20', ${part})`),
  TIMESTAMP_DIFF: [...PARTS, 'DAY'].map((part) => `TIMESTAMP_DIFF(TIMESTAMP '0001-01-01', ts, ${part})`),
};

function ofType(type: string): string[] {
  return Object.entries(COLUMNS).flatMap(([name, of]) => (of === type ? [name] : []));
}

/** Casts of all columns with the types before. */
function castsOf(casts: readonly string[]): string[] {
  return casts.flatMap((cast) => {
    const [from = '', to = ''] = cast.split(' ');
    return ofType(from).map((column) => `CAST(${column} AS ${to})`);
  });
}

describe('functions of which no value is an error', () => {
  let world: BarrierWorld;
  beforeAll(async () => {
    world = await BarrierWorld.open(await makeData({ kind: 'duckdb', first: 'others', copies: 1, others: true }));
  });
  afterAll(async () => world.close());

  const asked = (calls: readonly string[]) => `SELECT ${calls.map((call) => `COUNT(${call})`).join(', ')} FROM q`;
  const accepts = (call: string) => world.compile(ROWS, asked([call])) !== undefined;

  /** Those that fail; asked together, and only then one by one. */
  const failing = async (calls: readonly string[]): Promise<string[]> => {
    const failed: string[] = [];
    for (let start = 0; start < calls.length; start += 40) {
      const some = calls.slice(start, start + 40);
      if (!hasFailed(await world.run(ROWS, asked(some)))) continue;
      for (const call of some) if (hasFailed(await world.run(ROWS, asked([call])))) failed.push(call);
    }
    return failed;
  };

  /** A time zone may be none. */
  const isZoned = (call: string) => {
    const { body } = parse(`SELECT ${call}`);
    return partsOf(body).some(
      (item) => item.type === 'ExpressionItem' && item.value.type === 'Call' && hasZone(item.value),
    );
  };
  const triesOf = (name: string) =>
    [...callsOf(name, accepts), ...(OTHERS[name] ?? []).filter(accepts)].filter((call) => !isZoned(call));

  it.each([...functionsThat(({ errors, isElsewhere }) => errors === 'none' && !isElsewhere)])(
    '%s answers for all that it takes',
    async (name) => {
      const calls = triesOf(name);
      expect(calls).not.toEqual([]);
      expect(await failing(calls)).toEqual([]);
    },
  );

  it('cast all that CAST is sure of', async () => {
    const casts = castsOf(SURE_CASTS);
    expect(casts.filter((cast) => !accepts(cast))).toEqual([]);
    expect(await failing(casts)).toEqual([]);
  });

  it('would be found otherwise', async () => {
    expect(await failing(triesOf('ABS'))).toEqual(['ABS(i)']);
    expect(await failing(triesOf('LAST_DAY'))).toContain('LAST_DAY(d, ISOWEEK)');
  });
});
