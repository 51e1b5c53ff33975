import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { AnswerPanel } from './answer/answer-panel.js';
import { useCall } from './answer/use-call.js';
import { type Api, problemOf, type Values } from './api/api.js';
import { type Endpoint, SQL } from './api/document.js';
import { remember } from './editor/earlier.js';
import { fieldProblems } from './editor/marks.js';
import { ParameterForm } from './form/parameter-form.js';
import { type Placed } from './place/use-place.js';
import { RunBar } from './run-bar.js';

interface Props {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly isOperator: boolean;
  readonly placed: Placed;
  readonly onValue: (name: string, values: readonly string[]) => void;
}

/** One endpoint: what it is, what it takes, and what it answers. */
export function EndpointPage({ api, endpoint, isOperator, placed: { place, current, change }, onValue }: Props) {
  const call = useCall(api, endpoint);
  const { answer, runningSince, cancel } = call;
  const run = useCallback(
    async (values: Values) => {
      remember(endpoint.id, values.get(SQL)?.[0]);
      await call.run(values);
    },
    [endpoint.id, call.run],
  );
  const form = useRef<HTMLFormElement>(null);
  const problems = useMemo(() => (answer?.status === 400 ? fieldProblems(problemOf(answer)) : []), [answer]);
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  // Before the form is seen: the first keys may come at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void run(current().values);
      } else if (event.key === 'Escape') cancel();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, [run, cancel, current]);
  return (
    <>
      <header class="about">
        <h1 class="mono">{endpoint.name}</h1>
        {endpoint.description !== '' && <p class="description">{endpoint.description}</p>}
        <p class="terms muted small">{endpoint.terms.join(' ')}</p>
      </header>
      <form
        class="call"
        ref={form}
        aria-label="Parameters"
        onSubmit={(event) => {
          event.preventDefault();
          void run(current().values);
        }}
      >
        <ParameterForm api={api} endpoint={endpoint} values={place.values} problems={problems} onChange={onValue} />
        <RunBar runningSince={runningSince} onCancel={cancel} />
      </form>
      <AnswerPanel
        api={api}
        endpoint={endpoint}
        values={place.values}
        call={call}
        isOperator={isOperator}
        view={place.view}
        onView={(view) => {
          change({ view });
        }}
      />
    </>
  );
}
