import { useRef } from 'preact/hooks';

export interface Tab {
  readonly name: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onChange: (name: string) => void;
  /** The id of the panel below. */
  readonly panel: string;
}

/** Tabs, as the ARIA practices have them: one of them is in the tab order, the arrows go between them. */
export function Tabs({ label, tabs, current, onChange, panel }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    onChange(tabs[index]?.name ?? current);
    list.current?.querySelectorAll('button')[index]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(({ name, label: text }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${panel}-${name}`}
          aria-selected={name === current}
          aria-controls={panel}
          tabIndex={name === current ? 0 : -1}
          onClick={() => {
            onChange(name);
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
