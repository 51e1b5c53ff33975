import { useMemo, useState } from 'preact/hooks';
import { type Row, type RowSet } from '../answer/rows.js';
import './chart.css';
import { chartColumns, type ChartColumns } from './columns.js';
import { type Kind, Plot } from './plot.js';
import { canStack, type Choice, nameOf, plotted, type Plotted } from './plotted.js';

/** Numbers over time or by name, of rows that have such columns (`isPlottable`). Every number of it is in the table as well. */
export function Chart({ set: { columns, rows } }: { readonly set: RowSet }) {
  const found = useMemo(() => chartColumns(columns, rows), [columns, rows]);
  const [chosen, setChosen] = useState<Partial<Choice>>({});
  const [wanted, setWanted] = useState<Kind>();
  const [pointed, setPointed] = useState<number>();
  const choice = useMemo(() => completed(chosen, found, rows), [chosen, found, rows]);
  const shown = useMemo(() => plotted(rows, choice), [rows, choice]);
  const kinds = (['line', 'bar', 'stacked'] as const).filter((kind) => isPossible(kind, shown));
  const kind = wanted !== undefined && kinds.includes(wanted) ? wanted : choice.isTime ? 'line' : 'bar';
  const choose = (change: Partial<Choice>) => {
    setChosen({ ...chosen, ...change });
  };
  return (
    <figure class="chart">
      <div class="chart-choice">
        <Select
          label="Kind"
          value={kind}
          values={kinds}
          onChange={(each) => {
            setWanted(each as Kind);
          }}
        />
        <Select
          label={choice.isTime ? 'Time' : 'By'}
          value={choice.x}
          values={[...found.times, ...found.categories]}
          onChange={(x) => {
            choose({ x, by: undefined });
          }}
        />
        {found.categories.some((name) => name !== choice.x) && (
          <Select
            label="A series for each"
            value={choice.by ?? NUMBERS}
            values={[NUMBERS, ...found.categories.filter((name) => name !== choice.x)]}
            onChange={(by) => {
              choose({ by: by === NUMBERS ? '' : by });
            }}
          />
        )}
        {choice.by === undefined ? (
          <Checks
            found={found}
            choice={choice}
            onChange={(numbers) => {
              choose({ numbers });
            }}
          />
        ) : (
          <Select
            label="Height"
            value={choice.numbers[0] ?? ''}
            values={found.numbers}
            onChange={(number) => {
              choose({ numbers: [number] });
            }}
          />
        )}
      </div>
      <Plot plotted={shown} kind={kind} height={320} label={summary(shown, choice)} onPoint={setPointed} />
      <Legend shown={shown} pointed={pointed} />
      <figcaption class="muted small">
        {shown.note} {choice.isTime && 'Times are in UTC.'} The table has every number.
      </figcaption>
    </figure>
  );
}

/** The choice of a series for each number, which no column can be called. */
const NUMBERS = 'number';

/** What is chosen as far as it still fits the columns, and for the rest what is most likely wanted. */
function completed(
  chosen: Partial<Choice>,
  { times, categories, numbers }: ChartColumns,
  rows: readonly Row[],
): Choice {
  const places = [...times, ...categories];
  const x = chosen.x !== undefined && places.includes(chosen.x) ? chosen.x : (places[0] ?? '');
  const others = categories.filter((name) => name !== x);
  const isRepeated = new Set(rows.map((row) => nameOf(row[x] ?? null))).size < rows.length;
  const by = chosen.by ?? (isRepeated ? others[0] : undefined);
  const kept = chosen.numbers?.filter((name) => numbers.includes(name)) ?? [];
  return {
    x,
    isTime: times.includes(x),
    numbers: kept.length > 0 ? kept : numbers.slice(0, by === undefined ? MOST_NUMBERS : 1),
    by: by !== undefined && others.includes(by) ? by : undefined,
  };
}

const MOST_NUMBERS = 4;

function isPossible(kind: Kind, shown: Plotted): boolean {
  if (kind === 'stacked') return canStack(shown);
  return kind === 'bar' || shown.labels === undefined;
}

function summary({ x, series }: Plotted, choice: Choice): string {
  const names = series.map(({ name }) => name).join(', ');
  const numbers = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const [least, greatest] = [numbers.reduce(smaller, Infinity), numbers.reduce(larger, -Infinity)];
  const range = numbers.length === 0 ? 'no numbers' : `from ${least} to ${greatest}`;
  return `Chart of ${names} by ${choice.x}: ${x.length} places, ${range}. The table has every number.`;
}

function smaller(a: number, b: number): number {
  return Math.min(a, b);
}

function larger(a: number, b: number): number {
  return Math.max(a, b);
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

function Select({ label, value, values, onChange }: SelectProps) {
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChecksProps {
  readonly found: ChartColumns;
  readonly choice: Choice;
  readonly onChange: (numbers: readonly string[]) => void;
}

function Checks({ found, choice: { numbers }, onChange }: ChecksProps) {
  return (
    <fieldset>
      <legend>Heights</legend>
      {found.numbers.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={numbers.includes(name)}
            // The last one stays: a chart of nothing is none.
            disabled={numbers.length === 1 && numbers.includes(name)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              onChange(found.numbers.filter((each) => (each === name ? isOn : numbers.includes(each))));
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function Legend({ shown, pointed }: { readonly shown: Plotted; readonly pointed: number | undefined }) {
  const place = pointed === undefined ? undefined : placeName(shown, pointed);
  return (
    <ul class="chart-legend">
      {shown.series.map(({ name, values }, index) => (
        <li key={name}>
          <span class={`swatch swatch-${(index % 8) + 1}`} aria-hidden="true" />
          {name}
          {pointed !== undefined && <output>{values[pointed] ?? '–'}</output>}
        </li>
      ))}
      {place !== undefined && <li class="muted">{place}</li>}
    </ul>
  );
}

function placeName({ x, labels }: Plotted, index: number): string | undefined {
  const at = x[index];
  if (at === undefined) return undefined;
  return labels ? labels[index] : new Date(at * 1000).toISOString().replace('T', ' ').slice(0, 19);
}
