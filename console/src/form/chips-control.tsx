import { useState } from 'preact/hooks';
import { type ControlProps } from './field.js';

interface Props extends ControlProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Several values: Enter ends one, Backspace in the empty field takes the last one back, and pasted lines are a value each. */
export function ChipsControl({ id, parameter, isWrong, describedBy, values, onChange }: Props) {
  const { choices, default: fallback } = parameter;
  const [text, setText] = useState('');
  const add = (texts: readonly string[]) => {
    const given = texts.map((each) => each.trim()).filter((each) => each !== '');
    if (given.length > 0) onChange([...values, ...given]);
    setText('');
  };
  return (
    <div class="chips">
      {values.map((value, index) => (
        // The same value may be there twice.
        <span class="chip mono" key={`${index} ${value}`}>
          {value}
          <button
            type="button"
            aria-label={`Remove ${value}`}
            onClick={() => {
              onChange(values.filter((_, at) => at !== index));
            }}
          >
            ×
          </button>
        </span>
      ))}
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellcheck={false}
        list={choices ? `${id}-choices` : undefined}
        placeholder={
          values.length > 0 ? 'one more' : fallback === undefined ? 'Enter adds a value' : `default: ${fallback}`
        }
        value={text}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        onInput={(event) => {
          const { value } = event.currentTarget;
          if (choices?.includes(value) === true) add([value]);
          else setText(value);
        }}
        onPaste={(event) => {
          const lines = event.clipboardData?.getData('text').split(/\r?\n/) ?? [];
          if (lines.length < 2) return;
          event.preventDefault();
          add(lines);
        }}
        onBlur={() => {
          add([text]);
        }}
        onKeyDown={(event) => {
          // With Ctrl it runs.
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            add([text]);
          } else if (event.key === 'Enter') {
            add([text]);
          } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
            onChange(values.slice(0, -1));
          }
        }}
      />
      {choices && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </div>
  );
}
