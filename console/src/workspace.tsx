import { useCallback, useRef } from 'preact/hooks';
import { type Values } from './api/api.js';
import { type Endpoint } from './api/document.js';
import { type Session } from './app.js';
import { EndpointPage } from './endpoint-page.js';
import { EndpointList } from './list/endpoint-list.js';
import { Mark } from './mark.js';
import { hashOf } from './place/place.js';
import { usePlace } from './place/use-place.js';

interface Props {
  readonly session: Session;
  readonly onForget: () => void;
}

/** Left what the key may call, right the one that is looked at. */
export function Workspace({ session: { api, endpoints, states }, onForget }: Props) {
  const placed = usePlace();
  const { place, current, change } = placed;
  const endpoint = endpoints.find(({ name, id }) => name === place.endpoint || id === place.endpoint);
  // What was given to one endpoint is most often meant for the next one’s parameter of that name, such as a project.
  const given = useRef(new Map<string, readonly string[]>());
  for (const [name, values] of place.values) given.current.set(name, values);
  const onValue = useCallback(
    (name: string, values: readonly string[]) => {
      given.current.set(name, values);
      change({ values: new Map([...current().values].filter(([other]) => other !== name)).set(name, values) });
    },
    [change, current],
  );
  return (
    <div class="workspace">
      <header class="top">
        <a class="skip" href={location.hash} onClick={toPage}>
          Skip to the endpoint
        </a>
        <span class="brand">
          <Mark /> Quern
        </span>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            onForget();
          }}
        >
          Forget the key
        </button>
      </header>
      <EndpointList
        endpoints={endpoints}
        states={states}
        current={endpoint?.name}
        linkTo={(each) => hashOf({ endpoint: each.name, view: undefined, values: valuesFor(each, given.current) })}
      />
      <main class="page" id="page" tabIndex={-1}>
        {endpoint ? (
          <EndpointPage
            key={endpoint.name}
            api={api}
            endpoint={endpoint}
            isOperator={states !== undefined}
            placed={placed}
            onValue={onValue}
          />
        ) : (
          <Welcome asked={place.endpoint} />
        )}
      </main>
    </div>
  );
}

function Welcome({ asked }: { readonly asked: string | undefined }) {
  return (
    <div class="welcome">
      <h1>{asked === undefined ? 'Choose an endpoint' : 'This key may not call it'}</h1>
      <p class="muted">
        {asked === undefined
          ? 'Each is a saved query. Fill in what it takes, run it, and look at its rows.'
          : `There is no endpoint ${asked} that this key may call.`}
      </p>
    </div>
  );
}

function valuesFor({ parameters }: Endpoint, given: Values): Values {
  return new Map(parameters.flatMap(({ name }) => [[name, given.get(name) ?? []] as const]));
}

function toPage(event: Event): void {
  event.preventDefault();
  document.getElementById('page')?.focus();
}
