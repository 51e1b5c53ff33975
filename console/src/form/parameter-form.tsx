import { useMemo } from 'preact/hooks';
import { type Api, type FieldProblem, type Values } from '../api/api.js';
import { type Endpoint, SQL } from '../api/document.js';
import { Field } from './field.js';
import { SqlField } from './sql-field.js';

interface Props {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly values: Values;
  /** What the last answer found wrong. */
  readonly problems: readonly FieldProblem[];
  readonly onChange: (name: string, values: readonly string[]) => void;
}

/** A field for each parameter of the contract. */
export function ParameterForm({ api, endpoint, values, problems, onChange }: Props) {
  const problemsOf = (name: string) =>
    problems.filter(({ parameter }) => parameter === name).map(({ detail }) => detail);
  const ofSql = useMemo(() => problems.filter(({ parameter }) => parameter === SQL), [problems]);
  return (
    <div class="fields">
      {endpoint.parameters.map((parameter) => (
        <Field
          key={parameter.name}
          parameter={parameter}
          values={values.get(parameter.name) ?? []}
          problems={problemsOf(parameter.name)}
          onChange={(changed) => {
            onChange(parameter.name, changed);
          }}
        />
      ))}
      {endpoint.takesSql && (
        <SqlField
          api={api}
          endpoint={endpoint}
          value={values.get(SQL)?.[0] ?? ''}
          problems={ofSql}
          onChange={(sql) => {
            onChange(SQL, sql === '' ? [] : [sql]);
          }}
        />
      )}
    </div>
  );
}
