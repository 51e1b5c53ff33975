import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Plotted, type Series, stacked } from './plotted.js';

export type Kind = 'line' | 'bar' | 'stacked';

interface Props {
  readonly plotted: Plotted;
  readonly kind: Kind;
  readonly height: number;
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** Told of the place that is pointed at; undefined when none is. */
  readonly onPoint?: (index: number | undefined) => void;
}

/** Draws on a canvas, in the colours and the width that the page has at the time. */
export function Plot({ plotted, kind, height, label, onPoint }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const point = useRef(onPoint);
  point.current = onPoint;
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const plot = new uPlot(
      options(plotted, kind, { element, height, onPoint: (index) => point.current?.(index) }),
      dataOf(plotted, kind),
      element,
    );
    const resized = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height });
    });
    resized.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.redraw();
    };
    dark.addEventListener('change', redraw);
    return () => {
      resized.disconnect();
      dark.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [plotted, kind, height]);
  return <div ref={root} class="plot" role="img" aria-label={label} />;
}

interface Frame {
  readonly element: HTMLElement;
  readonly height: number;
  readonly onPoint: (index: number | undefined) => void;
}

/** What is stacked is drawn from the top down, so that each covers the lower part of the one before. */
function drawn({ series }: Plotted, kind: Kind): readonly { readonly series: Series; readonly colour: number }[] {
  const numbered = (kind === 'stacked' ? stacked(series) : series).map((each, colour) => ({ series: each, colour }));
  return kind === 'stacked' ? numbered.reverse() : numbered;
}

function dataOf(shown: Plotted, kind: Kind): uPlot.AlignedData {
  return [[...shown.x], ...drawn(shown, kind).map(({ series }) => [...series.values])];
}

function options(shown: Plotted, kind: Kind, { element, height, onPoint }: Frame): uPlot.Options {
  const { labels } = shown;
  const isBars = kind === 'bar' || labels !== undefined;
  const drawnSeries = drawn(shown, kind);
  const colourOf = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const axis = {
    stroke: () => colourOf('--muted'),
    grid: { stroke: () => colourOf('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${colourOf('--sans')}`,
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    // Data have no zone, or UTC.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { drag: { x: false, y: false }, y: false, points: { show: !isBars } },
    scales: {
      x: { time: labels === undefined, range: (_plot, least, greatest) => xRange(shown, isBars, least, greatest) },
      y: { range: (_plot, least, greatest) => yRange(isBars || kind === 'stacked', least, greatest) },
    },
    axes: [
      labels === undefined ? { ...axis, values: TIMES } : { ...axis, grid: { show: false }, ...namesBelow(labels) },
      { ...axis, size: widthOfNumbers, values: (_plot, numbers) => numbers.map(shortNumber) },
    ],
    series: [
      {},
      ...drawnSeries.map(({ series, colour }, at): uPlot.Series => {
        const stroke = () => colourOf(`--series-${(colour % COLOURS) + 1}`);
        const isFilled = isBars || kind === 'stacked';
        return {
          label: series.name,
          stroke,
          ...(isFilled && { fill: stroke }),
          width: isFilled ? 0 : 2,
          // Beyond the colours that there are, lines differ by their dashes.
          ...(colour >= COLOURS && !isFilled && { dash: [6, 4] }),
          points: { show: !isFilled && shown.x.length < 60, size: 5, fill: stroke },
          ...(isBars && { paths: barsOf(kind, at, drawnSeries.length, stepOf(shown)) }),
        };
      }),
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx } }) => {
          onPoint(idx ?? undefined);
        },
      ],
    },
  };
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** What stands below places that are at least so far apart, and in a second line where another year or day begins. */
const TIMES: uPlot.Axis.Values = [
  [365 * DAY, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * DAY, '{YYYY}-{MM}', null, null, null, null, null, null, 1],
  [DAY, '{MM}-{DD}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{YYYY}-{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{YYYY}-{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
];

/** As many as `chart.css` has. */
const COLOURS = 8;

/** Those of several series stand side by side within their place; stacked ones behind each other. */
function barsOf(kind: Kind, at: number, count: number, step: number): uPlot.Series.PathBuilder {
  const places = kind === 'stacked' ? 1 : count;
  const size = (step * SHARE_OF_BARS) / places;
  const before = kind === 'stacked' ? 0 : at * size;
  return (plot, series, first, last) => {
    const fill = new Path2D();
    const [x, y] = [plot.data[0], plot.data[series] ?? []];
    const foot = plot.valToPos(Math.max(0, plot.scales.y?.min ?? 0), 'y', true);
    for (let index = first; index <= last; index += 1) {
      const value = y[index];
      if (typeof value !== 'number') continue;
      const start = (x[index] ?? 0) - (step * SHARE_OF_BARS) / 2 + before;
      const [left, right] = [plot.valToPos(start, 'x', true), plot.valToPos(start + size, 'x', true)];
      const top = plot.valToPos(value, 'y', true);
      fill.rect(left, Math.min(top, foot), Math.max(1, right - left), Math.abs(foot - top));
    }
    return { fill };
  };
}

/** Of what a place has. */
const SHARE_OF_BARS = 0.8;

/** From a place to the next one. */
function stepOf({ x }: Plotted): number {
  const steps = x.slice(1).map((each, index) => each - (x[index] ?? each));
  return steps.reduce((least, each) => Math.min(least, each), steps[0] ?? 1);
}

function xRange(shown: Plotted, isBars: boolean, least: number, greatest: number): [number, number] {
  if (!isBars) return least === greatest ? [least - 1, greatest + 1] : [least, greatest];
  // Half a place on either side, so that the first bar and the last are whole.
  return [least - stepOf(shown) / 2, greatest + stepOf(shown) / 2];
}

function yRange(isFilled: boolean, least: number, greatest: number): [number, number] {
  const [low, high] = [Math.min(least, isFilled ? 0 : least), Math.max(greatest, isFilled ? 0 : greatest)];
  if (low === high) return [Math.min(low, 0), high === 0 ? 1 : Math.max(high, 0)];
  const room = (high - low) * 0.06;
  return [low >= 0 ? Math.max(0, low - room) : low - room, high <= 0 ? Math.min(0, high + room) : high + room];
}

/** Under a place each, as many as there is room for. */
function namesBelow(labels: readonly string[]): uPlot.Axis {
  return {
    splits: (plot) => {
      const longest = Math.max(...labels.map((label) => Math.min(label.length, LONGEST_NAME)));
      const room = Math.max(1, Math.floor(plot.width / (longest * 7.5 + 12)));
      const every = Math.ceil(labels.length / room);
      return labels.flatMap((_, index) => (index % every === 0 ? [index] : []));
    },
    values: (_plot, places) => places.map((place) => cut(labels[place] ?? '')),
  };
}

const LONGEST_NAME = 18;

function cut(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

export function shortNumber(value: number): string {
  return SHORT.format(value);
}

function widthOfNumbers(_plot: uPlot, values: readonly string[] | null): number {
  return 24 + Math.max(1, ...(values ?? []).map((value) => value.length)) * 7.5;
}
