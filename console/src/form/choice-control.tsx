import { type ControlProps } from './field.js';

interface Props extends ControlProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of some values. A value that is none of them, such as one of an old link, stays to be seen, and to be refused by the service. */
export function ChoiceControl({ id, parameter, isWrong, describedBy, value, onChange }: Props) {
  const { choices = [], required, default: fallback } = parameter;
  const shown = value === '' || choices.includes(value) ? choices : [...choices, value];
  const none = fallback === undefined ? (required ? 'Choose…' : '(none)') : `default: ${fallback}`;
  return (
    <select
      id={id}
      value={value}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      aria-required={required}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    >
      <option value="">{none}</option>
      {shown.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
