import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Api, Refused, type Values } from '../api/api.js';
import { type Endpoint } from '../api/document.js';
import { Plot } from '../chart/plot.js';
import { duration, size } from '../words.js';
import { ExplainView } from './explain-view.js';
import { figuresOf } from './figures.js';
import './operator.css';
import { type FileProblem, type History, type Operated, told } from './operations.js';
import { RunsTable } from './runs-table.js';

interface Props {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly values: Values;
}

interface Known {
  readonly operated: Operated;
  readonly history: History;
}

/** How an endpoint is made and how it is doing, for keys with the scope `admin`. */
export function OperatorView({ api, endpoint, values }: Props) {
  const [known, setKnown] = useState<Known>();
  const [message, setMessage] = useState<string>();
  const look = useCallback(async () => {
    try {
      const [operated, history] = await Promise.all([
        told<Operated>(api, endpoint.id),
        told<History>(api, endpoint.id, '/history'),
      ]);
      setKnown({ operated, history });
      setMessage(undefined);
    } catch (error) {
      setMessage(error instanceof Refused ? error.message : 'The service cannot be reached.');
    }
  }, [api, endpoint.id]);
  useEffect(() => {
    void look();
  }, [look]);
  return (
    <div class="operator">
      {message !== undefined && (
        <p class="notice" role="alert">
          {message}
        </p>
      )}
      {known && (
        <>
          <Problems problems={known.operated.problems} />
          <section aria-label="Figures">
            <div class="operator-head">
              <h2>The last hour</h2>
              <button type="button" class="quiet" onClick={() => void look()}>
                Look again
              </button>
            </div>
            <Figures history={known.history} />
            <Kept operated={known.operated} />
          </section>
          <section aria-label="Last runs">
            <h2>Last runs</h2>
            <RunsTable runs={known.history.runs} />
          </section>
          <section aria-label="File">
            <h2>File</h2>
            <p class="mono small">{known.operated.file}</p>
            <pre class="sql" tabIndex={0} role="region" aria-label="SQL">
              {known.operated.query}
            </pre>
          </section>
          <ExplainView api={api} endpoint={endpoint} values={values} />
        </>
      )}
    </div>
  );
}

function Problems({ problems }: { readonly problems: readonly FileProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Problems">
      <h2>Problems of its file</h2>
      <ul class="file-problems">
        {problems.map(({ file, line, column, severity, code, message, source_line: source }) => (
          <li key={`${line}:${column}:${message}`} class={severity}>
            <p>
              <span class={`badge ${severity === 'error' ? 'stale' : ''}`}>{severity}</span>{' '}
              <span class="mono small">
                {file}:{line}:{column}
              </span>{' '}
              <span class="muted small">{code}</span>
            </p>
            <p>{message}</p>
            {source !== null && (
              <pre>
                {source}
                {`\n${' '.repeat(Math.max(0, column - 1))}^`}
              </pre>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ history }: { readonly history: History }) {
  if (history.minutes.length === 0) return <p class="muted">Nothing has happened in it.</p>;
  return (
    <div class="figures">
      {figuresOf(history.minutes).map(({ title, kind, plotted }) => (
        <figure key={title}>
          <figcaption>{title}</figcaption>
          <Plot plotted={plotted} kind={kind} height={130} label={`${title}, minute by minute: ${latest(plotted)}`} />
        </figure>
      ))}
    </div>
  );
}

function latest({ series: [only] }: ReturnType<typeof figuresOf>[number]['plotted']): string {
  const last = only?.values.findLast((value) => value !== null);
  return last === undefined ? 'nothing' : `${last} at the end`;
}

function Kept({ operated: { cache } }: { readonly operated: Operated }) {
  const { entries, bytes, oldest_age: age, next_refresh: next } = cache;
  return (
    <dl class="kept">
      <div>
        <dt>Results kept</dt>
        <dd>
          {entries.toLocaleString('en')}, {size(bytes)}
        </dd>
      </div>
      <div>
        <dt>The oldest</dt>
        <dd>{age === null ? 'none' : `${duration(age)} old`}</dd>
      </div>
      <div>
        <dt>Next refresh</dt>
        <dd>{next === null ? 'none is planned' : `${next.replace('T', ' ').slice(0, 19)} UTC`}</dd>
      </div>
    </dl>
  );
}
