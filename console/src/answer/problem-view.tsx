import { type Problem } from '../api/api.js';

/** An error in the service’s own words. What is wrong with a field stands there; the rest is here. */
export function ProblemView({ problem, fields }: { readonly problem: Problem; readonly fields: ReadonlySet<string> }) {
  const { title, status, detail, code, request_id: requestId, errors = [] } = problem;
  const others = errors.filter(({ parameter }) => parameter === undefined || !fields.has(parameter));
  return (
    <div class="problem" role="alert">
      <h2>
        {status} {title}
      </h2>
      <p>{errors.length > 0 && others.length === 0 ? 'What is wrong stands at each field.' : detail}</p>
      {others.length > 0 && (
        <ul>
          {others.map((each) => (
            <li key={each.detail}>{each.detail}</li>
          ))}
        </ul>
      )}
      <p class="small muted mono">
        {code}
        {requestId !== undefined && ` · ${requestId}`}
      </p>
    </div>
  );
}
