import { castBetween } from '../../../../googlesql/functions/casts.js';
import { CATALOGUE, functionsThat } from '../../../../googlesql/functions/catalogue.js';
import { overloadsOf } from '../../../../googlesql/functions/overload.js';
import { OTHER_NAMES, OTHER_WORDS } from '../../../../googlesql/functions/other-dialects.js';
import { SCALAR_KINDS } from '../../../../googlesql/types/types.js';
import { FUNCTIONS } from '../expressions/calls.js';
import { compile, contextOf } from '../compile.js';
import { compileQuery } from '../queries/query.js';
import { parse } from '../../../../googlesql/grammar/parse.js';
import { orProblem } from '../../../../googlesql/resolver/problem.js';
import { AGGREGATE_FUNCTIONS } from './aggregates/aggregates.js';
import { WINDOW_FUNCTIONS } from './aggregates/windows.js';
import { RANDOM_FUNCTIONS } from '../queries/random-columns.js';
import { CURRENT_TIME_FUNCTIONS } from './times/current-time.js';

/** Calls of every function that takes what is written out, and of some others; their arguments are parted by `; `. */
const WRITTEN_OUT: readonly string[] = [
  ...['ROUND(1.5; 1)', "ROUND(NUMERIC '1.5'; 1; 'ROUND_HALF_EVEN')", 'TRUNC(1.5; 1)', 'DIV(7; 2)', 'SUBSTR(s; 2; 3)'],
  ...[
    "CONTAINS_SUBSTR('a'; 'b')",
    "FORMAT('%s'; 'a')",
    "SPLIT('a'; 'b')",
    "REPLACE('a'; 'b'; 'c')",
    "LPAD('a'; 2; 'b')",
  ],
  ...["REGEXP_EXTRACT('a'; 'b'; 1; 1)", "REGEXP_SUBSTR('a'; 'b'; 1; 1)", "REGEXP_EXTRACT_ALL('a'; 'b')"],
  ...["REGEXP_INSTR('a'; 'b'; 1; 1; 1)", "REGEXP_REPLACE('a'; 'b'; 'c')", "REGEXP_CONTAINS('a'; 'b')"],
  ...['', '_ARRAY', '_SCALAR', '_STRING_ARRAY'].map((kind) => `JSON_EXTRACT${kind}('{}'; '$.a')`),
  ...['QUERY', 'QUERY_ARRAY', 'VALUE', 'VALUE_ARRAY'].map((kind) => `JSON_${kind}('{}'; '$.a')`),
  ...["JSON_SET(JSON '{}'; '$.a'; 1)", "JSON_REMOVE(JSON '{}'; '$.a')", "JSON_ARRAY_APPEND(JSON '{}'; '$.a'; 1)"],
  ...["JSON_ARRAY_INSERT(JSON '{}'; '$.a[0]'; 1)", "FORMAT_TIME('%T'; TIME '10:00:00')"],
  ...['DATE', 'DATETIME', 'TIMESTAMP'].map((type) => `FORMAT_${type}('%F'; ${type} '2026-01-01')`),
  ...['DATE', 'DATETIME', 'TIMESTAMP'].map((type) => `PARSE_${type}('%F'; '2026-01-01')`),
  ...["PARSE_TIME('%T'; '10:00:00')", "STRING_AGG('a'; 'b')", 'APPROX_QUANTILES(1; 2)', 'APPROX_TOP_COUNT(1; 2)'],
  ...['APPROX_TOP_SUM(i; i; 2)', 'NTILE(2) OVER (ORDER BY i)', 'NTH_VALUE(1; 2) OVER (ORDER BY i)'],
  ...['LAG(1; 2; 3) OVER (ORDER BY i)', 'LEAD(1; 2; 3) OVER (ORDER BY i)', 'MAX_BY(1; 2)'],
  ...['PERCENTILE_CONT(1; 0.5) OVER ()', 'PERCENTILE_DISC(1; 0.5) OVER ()'],
];

const sorted = (names: Iterable<string>) => [...names].sort();

/** The functions of which something holds and that this engine runs. */
const here = (holds: Parameters<typeof functionsThat>[0]) =>
  sorted(functionsThat((entry) => !entry.isElsewhere && holds(entry)));

function problemOf(expression: string): string | undefined {
  const compiled = compile({ sql: `SELECT ${expression}`, parameters: [], maxRows: 1 }, new Map());
  return 'message' in compiled ? compiled.message : undefined;
}

describe('the catalogue of functions', () => {
  it('has an entry for each rule, and a rule for each function that is said to run everywhere', () => {
    expect(here(() => true)).toEqual(sorted(FUNCTIONS.keys()));
  });

  it('has a lowering for each overload of a signature, where its rule is a list of them', () => {
    for (const [name, rule] of FUNCTIONS) {
      const { signature } = CATALOGUE.get(name) ?? {};
      const overloads = signature === undefined ? undefined : overloadsOf(signature).length;
      if (typeof rule === 'object') expect([name, rule.length]).toEqual([name, overloads]);
    }
  });

  it.each([
    ['aggregate functions', AGGREGATE_FUNCTIONS, here(({ kind }) => kind === 'aggregate')],
    ['window functions', WINDOW_FUNCTIONS, here(({ kind }) => kind === 'window')],
    [
      'functions that answer differently each time',
      RANDOM_FUNCTIONS,
      here(({ volatility }) => volatility === 'volatile'),
    ],
    ['functions of the clock', CURRENT_TIME_FUNCTIONS, here(({ volatility }) => volatility === 'clock')],
  ])('has the same %s as the rules', (_, rules, names) => {
    expect(names).toEqual(sorted(rules.keys()));
  });

  it('says nothing that contradicts itself', () => {
    for (const {
      name,
      kind,
      errors,
      leakproof,
      order,
      frame,
      isCount,
      isExpression,
      volatility,
      ofInstant,
    } of CATALOGUE.values()) {
      expect(name).toBe(name.toUpperCase());
      if (kind !== 'window') expect([name, order, frame]).toEqual([name, undefined, undefined]);
      if (kind !== 'aggregate') expect([name, isCount]).toEqual([name, undefined]);
      if (kind !== 'scalar') expect([name, errors, isExpression]).toEqual([name, undefined, undefined]);
      if (kind === 'scalar' && leakproof === 'always') expect([name, errors]).toEqual([name, 'none']);
      expect([name, ofInstant !== undefined]).toEqual([name, volatility === 'clock']);
    }
  });

  it('knows no function as one of other dialects', () => {
    const others = [...OTHER_NAMES.keys(), ...OTHER_WORDS.keys()];
    expect(others.filter((name) => CATALOGUE.has(name))).toEqual([]);
    expect([...OTHER_NAMES.values()].filter((name) => !FUNCTIONS.has(name))).toEqual([]);
  });

  it('has every CAST that is compiled, and no other', () => {
    const types = SCALAR_KINDS.filter((each) => each !== 'JSON');
    for (const from of types) {
      for (const to of types.filter((each) => each !== from)) {
        const isKnown = castBetween({ kind: from }, { kind: to }) !== undefined;
        // The type of a literal would be its own matter.
        const value = `(SELECT CAST(NULL AS ${from}))`;
        for (const cast of ['CAST', 'SAFE_CAST']) {
          const problem = problemOf(`${cast}(${value} AS ${to})`);
          expect([cast, from, to, problem?.includes(`${cast} of ${from} to ${to}`) ?? false]).toEqual([
            cast,
            from,
            to,
            !isKnown,
          ]);
        }
      }
    }
  });

  it.each(here(({ isExpression }) => isExpression === true))('refuses SAFE.%s, which is no function', (name) => {
    const args = name.endsWith('CAST') ? '1 AS STRING' : '1';
    expect(problemOf(`SAFE.${name}(${args})`)).toContain(`SAFE.${name} is not supported`);
  });

  it.each(here(({ kind, errors, isExpression }) => kind === 'scalar' && !errors && !isExpression))(
    'refuses SAFE.%s, since it is not known how its errors are made NULL',
    (name) => {
      const node = parse(`SELECT SAFE.${name}(1)`);
      const compiled = orProblem(() => compileQuery(node, contextOf({ sql: '', parameters: [] }, new Map())));
      expect(compiled).toMatchObject({ message: expect.stringContaining(`SAFE.${name} is not supported`) as string });
    },
  );

  it.each(here(({ kind }) => kind !== 'scalar'))('refuses SAFE.%s, which is no function of one row', (name) => {
    expect(problemOf(`SAFE.${name}(1)`)).toContain('SAFE. goes with scalar functions alone');
  });

  it.each(here(({ kind }) => kind === 'window'))('demands OVER of %s, with what has to stand in it', (name) => {
    const { order, frame } = CATALOGUE.get(name) ?? {};
    expect(problemOf(`${name}(1)`)).toContain(`${name} needs OVER (…)`);
    const over = (window: string) => problemOf(`${name}(1) OVER (${window}) FROM UNNEST([1]) AS x`) ?? '';
    const both = ['ORDER BY x', 'ROWS UNBOUNDED PRECEDING'].join(' ');
    expect(over('').includes('needs ORDER BY')).toBe(order === 'needed');
    expect(over('ORDER BY x').includes('takes no ORDER BY')).toBe(order === 'refused');
    expect(over(order === 'refused' ? 'ROWS UNBOUNDED PRECEDING' : both).includes('takes no frame')).toBe(
      frame === 'refused',
    );
  });

  it('has a call of each function with arguments that are written out', () => {
    const named = new Set(WRITTEN_OUT.map((call) => call.slice(0, call.indexOf('('))));
    expect(here(({ literals }) => literals !== undefined).filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(WRITTEN_OUT)('knows which arguments of %s may be columns', (call) => {
    const from = "FROM (SELECT 's' AS s, 1 AS i, 0.5 AS f)";
    const [, name = '', list = '', rest = ''] = /^(\w+)\((.*?)\)(.*)$/.exec(call) ?? [];
    const args = list.split('; ');
    const written = `${name}(${args.join(', ')})${rest} ${from}`;
    expect([written, problemOf(written)]).toEqual([written, undefined]);
    const refused = args.flatMap((arg, place) => {
      const column = arg.startsWith("'") ? 's' : /^\d+$/.test(arg) ? 'i' : /^[\d.]+$/.test(arg) ? 'f' : undefined;
      if (column === undefined) return [];
      return problemOf(`${name}(${args.with(place, column).join(', ')})${rest} ${from}`) === undefined ? [] : [place];
    });
    expect(refused).toEqual((CATALOGUE.get(name)?.literals ?? []).filter((place) => place < args.length));
  });
});
