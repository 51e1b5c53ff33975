import { useState } from 'preact/hooks';
import { type Api, type Problem, Refused, type Values } from '../api/api.js';
import { type Endpoint } from '../api/document.js';
import { queryOf } from '../place/place.js';
import { size } from '../words.js';
import { type Explanation, told } from './operations.js';

interface Props {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly values: Values;
}

/** What the call that stands in the form would do. Nothing is run for it. */
export function ExplainView({ api, endpoint, values }: Props) {
  const [explanation, setExplanation] = useState<Explanation>();
  const [message, setMessage] = useState<string>();
  const explain = async () => {
    try {
      const query = queryOf(values);
      setExplanation(await told<Explanation>(api, endpoint.id, `/explain${query === '' ? '' : `?${query}`}`));
      setMessage(undefined);
    } catch (error) {
      setExplanation(undefined);
      setMessage(error instanceof Refused ? wordsOf(error.problem) : 'The service cannot be reached.');
    }
  };
  return (
    <section aria-label="Explain">
      <div class="operator-head">
        <h2>What this call would do</h2>
        <button type="button" onClick={() => void explain()}>
          Explain
        </button>
      </div>
      <p role="status" class="muted">
        {message}
      </p>
      {explanation && <Told explanation={explanation} />}
    </section>
  );
}

function wordsOf({ detail, errors = [] }: Problem): string {
  return errors.length === 0 ? detail : errors.map((each) => each.detail).join(' ');
}

function Told({ explanation: { parameters, cache_key: key, tables, engines } }: { readonly explanation: Explanation }) {
  const read = tables?.filter((each) => each.read) ?? [];
  return (
    <>
      <dl class="kept">
        {parameters.map(({ name, type, value }) => (
          <div key={name}>
            <dt class="mono">@{name}</dt>
            <dd>
              <span class="mono">{value === null ? 'NULL' : JSON.stringify(value)}</span>{' '}
              <span class="muted small">{type}</span>
            </dd>
          </div>
        ))}
        <div>
          <dt>Tables read</dt>
          <dd>{tables === null ? 'not known' : read.map(nameOf).join(', ') || 'none'}</dd>
        </div>
        {key !== null && (
          <div>
            <dt>Cache key</dt>
            <dd class="mono">{key}</dd>
          </div>
        )}
      </dl>
      {engines.map(({ name, sql, plan, bytes_processed: bytes, refusal }) => (
        <div key={name} class="engine">
          {bytes !== null && <p>It would read {size(bytes)}.</p>}
          {refusal !== null && <p>{refusal}</p>}
          <Text label={`SQL that ${name} runs`} text={sql} />
          <Text label="Plan" text={plan} />
        </div>
      ))}
    </>
  );
}

function nameOf({ table, unbounded }: { readonly table: string; readonly unbounded: boolean }): string {
  return unbounded ? `${table} (all of it)` : table;
}

function Text({ label, text }: { readonly label: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <>
      <h3>{label}</h3>
      <pre class="sql" tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </>
  );
}
