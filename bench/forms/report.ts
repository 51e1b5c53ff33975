import { availableParallelism, loadavg } from 'node:os';
import { type Requirement } from '../http/requirements.js';
import { type Figures } from './measured-service.js';

interface Written {
  readonly seconds: number;
  readonly bytes: number;
}

export interface Measured {
  readonly rows: number;
  /** DuckDB's own COPY of the same rows. */
  readonly byHand: { readonly json: Written; readonly parquet: Written };
  /** While nothing is asked, which is what the machine takes by itself. */
  readonly idle: Figures;
  /** The first call, and the next one. */
  readonly made: Asked;
  readonly hit: Asked;
  readonly forms: readonly FormMade[];
}

type Asked = Figures & {
  readonly rssBefore: number;
  readonly result: { readonly seconds: number; readonly body: Uint8Array };
};

/** A form of the answer, which is in memory. */
export type FormMade = Asked & { readonly form: string };

/** The bounds, set before the first run. */
const MAX_P99_MS = 20;
/** The body while it is put together and as it is kept, its codings, DuckDB's own rows, and what has not been collected yet. */
const MAX_TIMES_BODY = 8;

const MIB = 2 ** 20;

export function requirementsOf({ idle, made, forms }: Measured): Requirement[] {
  const all = [{ form: 'JSON', ...made }, ...forms];
  const held = all.map(({ form, p99Ms }) => ({ form, ms: p99Ms - idle.p99Ms }));
  const times = (made.mostRss - made.rssBefore) / made.result.body.length;
  return [
    ...held.map(({ form, ms }) => ({
      text: `${form}: event loop held for less than ${MAX_P99_MS} ms at p99 beyond that of an idle service (${ms.toFixed(1)} ms)`,
      isKept: ms < MAX_P99_MS,
    })),
    {
      text: `JSON: memory of less than ${MAX_TIMES_BODY} times the answer (${times.toFixed(1)})`,
      isKept: times < MAX_TIMES_BODY,
    },
  ];
}

export function report(
  { rows, byHand, idle, made, hit, forms }: Measured,
  requirements: readonly Requirement[],
): string {
  const size = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`;
  const against = (seconds: number, written: Written) =>
    `${(seconds / written.seconds).toFixed(1)} times DuckDB's COPY`;
  const asked = (name: string, { result, p99Ms, maxMs, mostRss, rssBefore }: Asked) =>
    `${name}: ${result.seconds.toFixed(2)} s, ${size(result.body.length)}; event loop p99 ${p99Ms.toFixed(1)} ms, most ${maxMs.toFixed(0)} ms; ` +
    `memory ${size(rssBefore)}, at most ${size(mostRss)}`;
  const busy = loadavg()[0]?.toFixed(0);
  return [
    `${rows} rows; event loop p99 of the idle service ${idle.p99Ms.toFixed(1)} ms; ${busy} processes wait for ${availableParallelism()} processors`,
    `${asked('JSON, made', made)}; ${against(made.result.seconds, byHand.json)} (${byHand.json.seconds.toFixed(2)} s)`,
    asked('JSON, from the cache', hit),
    ...forms.map((made) => {
      const ratio =
        made.form === 'parquet'
          ? `; ${against(made.result.seconds, byHand.parquet)} (${byHand.parquet.seconds.toFixed(2)} s)`
          : '';
      return `${asked(`${made.form}, made of the JSON`, made)}${ratio}`;
    }),
    ...requirements.map(({ text, isKept }) => `${isKept ? 'kept' : 'MISSED'}: ${text}`),
  ].join('\n');
}
