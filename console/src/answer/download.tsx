import { useState } from 'preact/hooks';
import { type Api, problemOf, type Values } from '../api/api.js';
import { type Endpoint, type Form } from '../api/document.js';
import { queryOf } from '../place/place.js';

interface Props {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly values: Values;
}

/** Saves the rows in any form that the contract names. */
export function Download({ api, endpoint, values }: Props) {
  const [message, setMessage] = useState<string>();
  const save = async (form: Form) => {
    setMessage('…');
    try {
      const query = queryOf(values);
      const answer = await api.file(`${form.path}${query === '' ? '' : `?${query}`}`);
      if (answer instanceof Blob) offer(answer, `${endpoint.name}.${form.name}`);
      setMessage(answer instanceof Blob ? undefined : problemOf(answer).detail);
    } catch {
      setMessage('The service cannot be reached.');
    }
  };
  return (
    <div class="download" role="group" aria-label="Download">
      <span class="small muted" role="status">
        {message ?? 'Download'}
      </span>
      {endpoint.forms.map((form) => (
        <button key={form.name} type="button" aria-label={`Download as ${form.name}`} onClick={() => void save(form)}>
          {form.name}
        </button>
      ))}
    </div>
  );
}

/** A link would not send the key. */
function offer(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
