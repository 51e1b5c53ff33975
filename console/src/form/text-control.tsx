import { type ControlProps } from './field.js';

const EXAMPLES: Readonly<Record<string, string>> = {
  TIMESTAMP: '2026-11-20T10:00:00Z',
  DATE: '2026-11-20',
};

interface Props extends ControlProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Free text, also for numbers: a browser’s own field for these rounds what has many digits. */
export function TextControl({ id, parameter, isWrong, describedBy, value, onChange }: Props) {
  const { type, choices, default: fallback } = parameter;
  const isNumber = type === 'INT64' || type === 'FLOAT64';
  const placeholder = fallback === undefined ? EXAMPLES[type] : `default: ${fallback}`;
  return (
    <>
      <input
        id={id}
        class={type === 'STRING' ? undefined : 'mono'}
        type="text"
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        spellcheck={false}
        list={choices ? `${id}-choices` : undefined}
        placeholder={placeholder}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        aria-required={parameter.required}
        onInput={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
      {choices && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  );
}
