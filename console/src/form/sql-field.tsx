import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Api, type FieldProblem } from '../api/api.js';
import { type Endpoint } from '../api/document.js';
import { type Editor } from '../editor/code-editor.js';
import { earlierOf } from '../editor/earlier.js';
import { type ReadableQuery } from '../editor/google-sql.js';

interface Props {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problems: readonly FieldProblem[];
}

/** SQL of the caller’s own: an editor, which is a file of its own and comes when it is first needed. */
export function SqlField({ api, endpoint, value, onChange, problems }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [readable, setReadable] = useState<readonly ReadableQuery[]>([]);
  const changed = useRef(onChange);
  changed.current = onChange;
  const first = useRef(value);
  useEffect(() => {
    let opened: Editor | undefined;
    let isGone = false;
    void import('../editor/code-editor.js').then(({ openEditor }) => {
      if (isGone || !host.current) return;
      const onText = (text: string) => {
        changed.current(text);
      };
      opened = openEditor(host.current, { text: first.current, label: 'sql', onChange: onText });
      setEditor(opened);
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, []);
  useEffect(() => {
    let isGone = false;
    void readableOf(api, endpoint).then((queries) => {
      if (!isGone) setReadable(queries);
    });
    return () => {
      isGone = true;
    };
  }, [api, endpoint]);
  useLayoutEffect(() => editor?.setText(value), [editor, value]);
  useLayoutEffect(() => {
    editor?.setReadable({ queries: readable, parameters: endpoint.parameters.map(({ name }) => name) });
  }, [editor, readable, endpoint]);
  useEffect(() => {
    editor?.setMarks(problems.map(({ detail, line = 1, column = 1 }) => ({ message: detail, line, column })));
  }, [editor, problems]);
  const texts = earlierOf(endpoint.id);
  return (
    <div class="field wide">
      <div class="sql-head">
        <p>
          <span class="mono strong">sql</span> <span class="field-type">your own SQL over {namesOf(readable)}</span>
        </p>
        {texts.length > 0 && (
          <label class="small muted">
            Earlier{' '}
            <select
              value=""
              onChange={(event) => {
                onChange(texts[Number(event.currentTarget.value)] ?? value);
                event.currentTarget.value = '';
              }}
            >
              <option value="">choose …</option>
              {texts.map((text, index) => (
                <option key={text} value={index}>
                  {text.replace(/\s+/g, ' ').slice(0, 80)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div ref={host} class="sql-editor" />
      <div class="field-problem" role="alert">
        {problems.map(({ detail }) => (
          <p key={detail}>{detail}</p>
        ))}
      </div>
    </div>
  );
}

function namesOf(readable: readonly ReadableQuery[]): string {
  return readable.length === 0 ? 'this endpoint’s queries' : readable.map(({ name }) => name).join(', ');
}

/** What the listing says that such SQL may read; nothing where it cannot be had, since the editor works without. */
async function readableOf(api: Api, { id }: Endpoint): Promise<readonly ReadableQuery[]> {
  try {
    const { body } = await api.get(`/api/endpoints/${id}`);
    const { result } = (body ?? {}) as { readonly result?: { readonly readable?: readonly ReadableQuery[] | null } };
    return result?.readable ?? [];
  } catch {
    return [];
  }
}
