import { type Answer } from '../api/api.js';

/** The status and the header fields of the answer, as they came. */
export function HeadersView({ answer: { status, headers } }: { readonly answer: Answer }) {
  return (
    <dl class="headers mono">
      <dt>status</dt>
      <dd>{status}</dd>
      {[...headers].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
