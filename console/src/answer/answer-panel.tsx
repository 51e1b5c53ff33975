import { useMemo } from 'preact/hooks';
import { type Api, problemOf, type Values } from '../api/api.js';
import { type Endpoint, SQL } from '../api/document.js';
import { Chart } from '../chart/chart.js';
import { chartColumns, isPlottable } from '../chart/columns.js';
import { OperatorView } from '../operator/operator-view.js';
import { SnippetsView } from '../snippets/snippets-view.js';
import { Tabs } from '../tabs.js';
import { Download } from './download.js';
import { firstView } from './first-view.js';
import { HeadersView } from './headers-view.js';
import { JsonView } from './json-view.js';
import { ProblemView } from './problem-view.js';
import { rowSetOf } from './rows.js';
import { StatusLine } from './status-line.js';
import { Table } from './table.js';
import { type CallState } from './use-call.js';

interface Props {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly values: Values;
  readonly call: CallState;
  /** The key may be told how the endpoint is made and how it is doing. */
  readonly isOperator: boolean;
  readonly view: string | undefined;
  readonly onView: (view: string) => void;
}

const OPERATION = { name: 'operation', label: 'Operation' };
const CHART = { name: 'chart', label: 'Chart' };
const TABS = [
  { name: 'table', label: 'Table' },
  { name: 'json', label: 'JSON' },
  { name: 'headers', label: 'Headers' },
  { name: 'code', label: 'Code' },
] as const;

/** The answer, how it came about, and how to ask for it elsewhere. */
export function AnswerPanel({ api, endpoint, values, call, isOperator, view, onView }: Props) {
  const { answer, message, runningSince } = call;
  const isOwn = (values.get(SQL)?.[0] ?? '') === '';
  const set = useMemo(() => answer && rowSetOf(answer, isOwn ? endpoint.columns : undefined), [answer, endpoint]);
  const plottable = useMemo(() => set && chartColumns(set.columns, set.rows), [set]);
  const hasChart = plottable !== undefined && isPlottable(plottable);
  // A link to the chart is one before there is an answer, too.
  const isCharted = hasChart || (!set && view === CHART.name);
  const [table, ...others] = TABS;
  const tabs = [table, ...(isCharted ? [CHART] : []), ...others, ...(isOperator ? [OPERATION] : [])];
  const current =
    tabs.find(({ name }) => name === view)?.name ?? (set && plottable ? firstView(set, plottable) : 'table');
  const isOfAnswer = current !== 'code' && current !== OPERATION.name;
  const fields = new Set([...endpoint.parameters.map(({ name }) => name), SQL]);
  return (
    <section class="answer" aria-label="Answer" aria-busy={runningSince !== undefined}>
      <div class="answer-head">
        <Tabs label="View" tabs={tabs} current={current} onChange={onView} panel="view" />
        <Download api={api} endpoint={endpoint} values={values} />
      </div>
      {message !== undefined && (
        <p class="notice" role="status">
          {message}
        </p>
      )}
      {answer && set && <StatusLine answer={answer} rows={set.rows.length} />}
      <div
        class={`view ${runningSince === undefined ? '' : 'outdated'}`}
        id="view"
        role="tabpanel"
        aria-labelledby={`view-${current}`}
      >
        {current === 'code' && <SnippetsView endpoint={endpoint} values={values} base={api.base.href} />}
        {current === OPERATION.name && <OperatorView api={api} endpoint={endpoint} values={values} />}
        {isOfAnswer && !answer && <p class="nothing muted">Run it to see its rows.</p>}
        {answer && !set && isOfAnswer && current !== 'headers' && (
          <ProblemView problem={problemOf(answer)} fields={fields} />
        )}
        {answer && set && current === 'table' && <Table set={set} />}
        {answer && set && current === 'chart' && hasChart && <Chart set={set} />}
        {answer && set && current === 'json' && <JsonView body={answer.body} text={answer.text} />}
        {answer && current === 'headers' && <HeadersView answer={answer} />}
      </div>
    </section>
  );
}
