import { useState } from 'preact/hooks';
import { type Values } from '../api/api.js';
import { type Endpoint } from '../api/document.js';
import { CopyButton } from '../copy-button.js';
import { Tabs } from '../tabs.js';
import { snippetsOf } from './snippets.js';

/** The call as it stands in the form, in other words. */
export function SnippetsView(call: { readonly endpoint: Endpoint; readonly values: Values; readonly base: string }) {
  const snippets = snippetsOf(call);
  const [chosen, setChosen] = useState('curl');
  const text = snippets.find(({ name }) => name === chosen)?.text ?? '';
  return (
    <div class="snippets">
      <Tabs
        label="Language"
        tabs={snippets.map(({ name }) => ({ name, label: name }))}
        current={chosen}
        onChange={setChosen}
        panel="snippet"
      />
      <div class="snippet" id="snippet" role="tabpanel" aria-labelledby={`snippet-${chosen}`}>
        <CopyButton text={() => text} />
        <pre tabIndex={0} role="region" aria-label={`The call in ${chosen}`}>
          {text}
        </pre>
      </div>
      <p class="muted small">
        <code>$QUERN_KEY</code> is your key. Your shell has it once you say <code>export QUERN_KEY=…</code>
      </p>
    </div>
  );
}
