import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { completions, googleSql, type Readable } from './google-sql.js';
import { THEME } from './theme.js';

/** Something that is wrong with the text; line and column count from 1, columns in characters. */
export interface Mark {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface Editor {
  setText(text: string): void;
  setReadable(readable: Readable): void;
  /** Marks what is wrong, and goes there. */
  setMarks(marks: readonly Mark[]): void;
  close(): void;
}

interface Options {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--series-2)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--series-5)' },
  { tag: tags.special(tags.name), color: 'var(--series-8)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);

/**
 * CodeMirror in a shadow root: there it makes its styles as a sheet of its own, and in a document as a `<style>` element, which the
 * page's policy does not let in.
 */
export function openEditor(host: HTMLElement, { text, label, onChange }: Options): Editor {
  const root = host.attachShadow({ mode: 'open' });
  const language = new Compartment();
  const invalid = new Compartment();
  const attributes = (isInvalid: boolean) =>
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-invalid': String(isInvalid), spellcheck: 'false' });
  const state = EditorState.create({
    doc: text,
    extensions: [
      // The page runs the call then, and no line is added.
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
      // Tab takes a completion, and otherwise goes on to the next field.
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false }),
      placeholder('SELECT …'),
      EditorView.lineWrapping,
      language.of(googleSql({ queries: [], parameters: [] })),
      syntaxHighlighting(COLOURS),
      invalid.of(attributes(false)),
      THEME,
      EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
        if (docChanged) onChange(doc.toString());
      }),
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  return {
    setText(wanted) {
      const { doc } = view.state;
      if (doc.toString() !== wanted) view.dispatch({ changes: { from: 0, to: doc.length, insert: wanted } });
    },
    setReadable(readable) {
      // One object for all times that it is asked for: sources are told apart by being the same.
      const data = [{ autocomplete: completions(readable) }];
      const extension = [googleSql(readable), EditorState.languageData.of(() => data)];
      view.dispatch({ effects: language.reconfigure(extension) });
    },
    setMarks(marks) {
      const diagnostics = marks.map((mark) => diagnosticOf(view.state, mark));
      view.dispatch(setDiagnostics(view.state, diagnostics));
      view.dispatch({ effects: invalid.reconfigure(attributes(marks.length > 0)) });
      const [first] = diagnostics;
      if (!first) return;
      view.dispatch({ selection: { anchor: first.from }, scrollIntoView: true });
      view.focus();
    },
    close() {
      view.destroy();
    },
  };
}

/**
 * Writes over what is selected, as far as that is typed. Left to itself, the browser gives the new text the style of the old by a `style`
 * attribute, which the page's policy stops and reports.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event;
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== 'insertText' || data === null || empty) return false;
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
  event.preventDefault();
  return true;
}

/** From its place to the end of the word that is there. */
function diagnosticOf({ doc }: EditorState, { message, line, column }: Mark): Diagnostic {
  const { from, text } = doc.line(Math.min(Math.max(1, line), doc.lines));
  // Columns are characters, and the editor's places are those of UTF-16.
  const before = Array.from(text)
    .slice(0, column - 1)
    .join('').length;
  const [word = ''] = /^(?:[\w@`.]+|.)/u.exec(text.slice(before)) ?? [];
  return { from: from + before, to: from + before + word.length, severity: 'error', message };
}
