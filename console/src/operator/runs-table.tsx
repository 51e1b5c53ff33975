import { size } from '../words.js';
import { type Run } from './operations.js';

const HEADS = ['Ended (UTC)', 'For', 'Outcome', 'Waited', 'Ran', 'Rows', 'Bytes of rows', 'Bytes read'];

/** The last runs of an endpoint. There are no values in it. */
export function RunsTable({ runs }: { readonly runs: readonly Run[] }) {
  if (runs.length === 0) return <p class="muted">None since the service began.</p>;
  return (
    <div class="runs" tabIndex={0} role="region" aria-label="Table of the last runs">
      <table>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => (
            <tr key={index}>
              <td class="mono">{run.at.replace('T', ' ').slice(0, 19)}</td>
              <td>{run.cause}</td>
              <td>
                {run.outcome}
                {run.error !== null && <span class="muted"> {run.error}</span>}
              </td>
              <td>{milliseconds(run.waited_ms)}</td>
              <td>{milliseconds(run.ran_ms)}</td>
              <td>{run.rows === null ? '–' : run.rows.toLocaleString('en')}</td>
              <td>{run.answer_bytes === null ? '–' : size(run.answer_bytes)}</td>
              <td>{run.bytes_processed === null ? '–' : size(run.bytes_processed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function milliseconds(ms: number): string {
  return `${ms.toLocaleString('en')} ms`;
}
