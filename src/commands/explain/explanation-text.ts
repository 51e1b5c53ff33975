import { printable } from '../../errors/excerpt.js';
import { counted } from '../../errors/listing.js';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { tableNames, type TableRead } from '../../googlesql/checks/table-reads.js';
import { boundType, boundValue } from '../../parameters/bound-value.js';
import { type CallExplanation, type EngineExplanation } from '../../explanations/call-explanation.js';
import { type CallCost } from '../../explanations/call-cost.js';
import stringWidth from 'string-width';
import { fitting } from '../output/format-table.js';

const GAP = ' │ ';

/** Two texts in columns of one width. A line that is too long goes on in the next one: nothing is cut off. */
function sideBySide(left: readonly string[], right: readonly string[], width: number): string[] {
  const room = Math.floor((width - GAP.length) / 2);
  const [a, b] = [left, right].map((lines) => lines.flatMap((line) => wrapped(line, room)));
  const rows = Math.max(a?.length ?? 0, b?.length ?? 0);
  return Array.from({ length: rows }, (_, row) => `${padded(a?.[row] ?? '', room)}${GAP}${b?.[row] ?? ''}`.trimEnd());
}

/** Breaks at the last blank that fits, or anywhere if there is none, and indents the rest as the line itself is. */
function wrapped(line: string, room: number): string[] {
  const end = fitting(line, room);
  if (end === line.length) return [line];
  const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, Math.floor(room / 2));
  const blank = line.lastIndexOf(' ', end);
  const at = blank > indent.length ? blank : end;
  return [line.slice(0, at).trimEnd(), ...wrapped(`${indent}${line.slice(at).trimStart()}`, room)];
}

function padded(line: string, room: number): string {
  return line + ' '.repeat(Math.max(0, room - stringWidth(line)));
}

/** Columns of a terminal that has room for two texts side by side. */
const WIDE = 120;

/** The whole explanation of a call for people; `width` is that of their terminal. */
export function explanationText(explanation: CallExplanation, width?: number): string {
  const { query, sandboxSqlAsWritten, tables, engines, cost } = explanation;
  const { endpoint, values, cacheKey } = query;
  const parameters = values.map((binding) => [
    `@${binding.declaration.name}`,
    boundType(binding),
    printable(JSON.stringify(boundValue(binding))).replace(/^null$/, 'NULL'),
  ]);
  const sections = [
    section('parameters', aligned(parameters)),
    section('freshness', [freshness(endpoint)]),
    ...(endpoint.cachingSeconds === undefined ? [] : [section('cache key', [printable(cacheKey)])]),
    section('tables', tables ? tableLines(tables) : ['not known: Quern cannot read the query']),
    section('cost', costLines(cost)),
    ...engines.map((engine) =>
      section(engine.isInUse ? `${engine.name} (in use)` : engine.name, engineLines(engine, endpoint)),
    ),
    sqlSection(endpoint, sandboxSqlAsWritten, engines, width),
    ...engines.flatMap(({ name, plan }) => (plan === undefined ? [] : [titled(`plan of ${name}`, plan).join('\n')])),
  ];
  const title = `${endpoint.name}  ${endpoint.id}  ${printable(endpoint.source.file)}`;
  return `${[title, ...sections].join('\n\n')}\n`;
}

function section(title: string, content: readonly string[]): string {
  return [title, ...(content.length > 0 ? content : ['none']).map((line) => `  ${line}`)].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function freshness({ cachingSeconds, cacheWarmingSeconds, staleIfErrorSeconds, refreshOnChange }: Endpoint): string {
  if (cachingSeconds === undefined) return 'not cached; every call is a run';
  const isStaleServed = staleIfErrorSeconds !== undefined;
  return [
    `a result is served for ${cachingSeconds} s`,
    ...(cacheWarmingSeconds === undefined
      ? []
      : [`is made anew after ${cacheWarmingSeconds} s while clients ask for it`]),
    ...(refreshOnChange ? ['counts as new where no table has changed by then'] : []),
    ...(isStaleServed
      ? [`is served for ${staleIfErrorSeconds} s more while the engine fails or a budget is used up`]
      : []),
  ].join(', ');
}

function costLines({ price, runs, budgets }: CallCost): string[] {
  const count = (amount: number) => amount.toLocaleString('en');
  return [
    ...(price === null ? [] : [`a run would be billed for ${price}`]),
    runs === null
      ? 'no run is known of the last days'
      : `${counted(runs.runs, 'run')} on ${runs.day}, each in the mean: ${count(runs.bytes_billed)} bytes billed, ${count(runs.slot_ms)} ms of slots, ${count(runs.run_ms)} ms`,
    ...budgets.map(({ of, budget, unit, left, taken }) => {
      const amount = unit === 'bytes' ? `${count(left)} bytes` : `${count(Math.floor(left / 1000))} s`;
      const share = Math.round((100 * taken) / Math.max(1, taken + left));
      return `budget of the ${of}, ${budget}: ${share} % taken today, ${amount} left`;
    }),
  ];
}

function tableLines(reads: readonly TableRead[]): string[] {
  const read = reads.filter(({ isIdle }) => !isIdle);
  const idle = tableNames(reads).filter((table) => !tableNames(read).includes(table));
  const names = tableNames(read).map((name) => {
    const isUnbounded = read.some(({ table, isUnbounded: unbounded }) => table === name && unbounded);
    return printable(isUnbounded ? `${name} (all of it)` : name);
  });
  return idle.length === 0 ? names : [...names, `in WITH queries that nothing reads: ${printable(idle.join(', '))}`];
}

function engineLines({ sql, bytesProcessed, refusal }: EngineExplanation, endpoint: Endpoint): string[] {
  if (sql === undefined) return [printable(`not asked, or it refused: ${refusal ?? ''}`)];
  const runs =
    sql === endpoint.sql ? 'runs the query as it is written' : 'runs the SQL below that the query is compiled to';
  return bytesProcessed === undefined ? [runs] : [runs, `would read ${bytesProcessed.toLocaleString('en')} bytes`];
}

function sqlSection(
  { sql }: Endpoint,
  sandboxSql: string | undefined,
  engines: readonly EngineExplanation[],
  width = 0,
): string {
  const written =
    sandboxSql === undefined
      ? titled('SQL as written', sql)
      : titled('SQL of the caller’s own, in place of the final SELECT', sandboxSql);
  const compiled = engines.flatMap((engine) =>
    engine.sql === undefined || engine.sql === sql ? [] : [titled(`SQL for ${engine.name}`, engine.sql)],
  );
  const [only, other] = compiled;
  if (width >= WIDE && only && !other) return sideBySide(written, only, width).join('\n');
  return [written, ...compiled].map((text) => text.join('\n')).join('\n\n');
}

/** The lines of a text below a title, as a terminal shows and does not obey them. */
function titled(title: string, text: string): readonly string[] {
  const lines = text.trimEnd().split(/\r?\n/);
  return [title, '', ...lines.map((line) => printable(line.replaceAll('\t', '    ')))];
}
