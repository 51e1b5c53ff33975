import { useEffect, useRef, useState } from 'preact/hooks';
import { type Endpoint } from '../api/document.js';

interface Props {
  readonly endpoints: readonly Endpoint[];
  /** For admins: in which state the file of each is. */
  readonly states: ReadonlyMap<string, string> | undefined;
  readonly current: string | undefined;
  readonly linkTo: (endpoint: Endpoint) => string;
}

/** The endpoints that the key may call. Slash brings one to the search, the arrows from it into the list. */
export function EndpointList({ endpoints, states, current, linkTo }: Props) {
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useSlash(() => input.current?.focus());
  const found = endpoints.filter((endpoint) => isFound(endpoint, search));
  return (
    <nav class="list" aria-label="Endpoints">
      <div class="search">
        <input
          ref={input}
          type="search"
          aria-label="Search endpoints"
          placeholder="Search"
          value={search}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') moveFrom(event, list.current, -1, 1);
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <ul
        ref={list}
        onKeyDown={(event) => {
          const links = linksIn(list.current);
          const at = links.findIndex((link) => link === document.activeElement);
          if (event.key === 'ArrowDown') moveFrom(event, list.current, at, 1);
          else if (event.key === 'ArrowUp' && at === 0) input.current?.focus();
          else if (event.key === 'ArrowUp') moveFrom(event, list.current, at, -1);
        }}
      >
        {found.map((endpoint) => (
          <li key={endpoint.name}>
            <a href={linkTo(endpoint)} aria-current={endpoint.name === current ? 'page' : undefined}>
              <span class="list-line">
                <span class="list-name mono">{endpoint.name}</span>
                <State state={states?.get(endpoint.name)} />
              </span>
              <span class="list-about">{endpoint.description}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="list-count muted small" role="status">
        {counted(found.length, endpoints.length, search)}
      </p>
    </nav>
  );
}

function State({ state }: { readonly state: string | undefined }) {
  if (state === undefined) return null;
  if (state !== 'serving') return <span class={`badge state ${state}`}>{state}</span>;
  return (
    <span class="dot" title="serving">
      <span class="hidden">serving</span>
    </span>
  );
}

function isFound({ name, description }: Endpoint, search: string): boolean {
  const text = `${name} ${description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function counted(found: number, all: number, search: string): string {
  if (search !== '') return `${found} of ${all}`;
  if (all === 0) return 'This key may call no endpoint.';
  return all === 1 ? '1 endpoint' : `${all} endpoints`;
}

function linksIn(list: HTMLUListElement | null): readonly HTMLAnchorElement[] {
  return list ? [...list.querySelectorAll('a')] : [];
}

function moveFrom(event: Event, list: HTMLUListElement | null, at: number, by: number): void {
  const link = linksIn(list)[at + by];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** As on many pages: one key to the search, wherever one is but in a field. */
function useSlash(onSlash: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping =
        target.closest('input, select, textarea, [contenteditable]') !== null || target.shadowRoot !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      onSlash();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  });
}
