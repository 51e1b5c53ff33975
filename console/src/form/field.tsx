import { type Parameter } from '../api/document.js';
import { ChipsControl } from './chips-control.js';
import { ChoiceControl } from './choice-control.js';
import { momentsOf, textOf } from './instants.js';
import { TextControl } from './text-control.js';

interface Props {
  readonly parameter: Parameter;
  readonly values: readonly string[];
  readonly problems: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** What every control of a form is given. */
export interface ControlProps {
  readonly id: string;
  readonly parameter: Parameter;
  readonly isWrong: boolean;
  /** Ids of what is said about it. */
  readonly describedBy: string;
}

/** One parameter: its name, its type, a control that fits it, what its author says of it, and what is wrong with its value. */
export function Field({ parameter, values, problems, onChange }: Props) {
  const { name, type, required, array, description } = parameter;
  const id = `p-${name}`;
  const control = { id, parameter, isWrong: problems.length > 0, describedBy: `${id}-about ${id}-problems` };
  return (
    <div class="field">
      <label for={id}>
        <span class="mono">{name}</span>{' '}
        {required && (
          <span class="required" title="required">
            required
          </span>
        )}{' '}
        <span class="field-type">{array ? `${type.toLowerCase()}, several` : type.toLowerCase()}</span>
      </label>
      <Control control={control} values={values} onChange={onChange} />
      <div id={`${id}-problems`} class="field-problem">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {momentsOf(type) && !array && <Moments parameter={parameter} onChange={onChange} />}
      <p id={`${id}-about`} class="field-about">
        {description}
      </p>
    </div>
  );
}

function Control(props: {
  readonly control: ControlProps;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}) {
  const { control, values, onChange } = props;
  const { array, choices, open } = control.parameter;
  if (array) return <ChipsControl {...control} values={values} onChange={onChange} />;
  const one = {
    value: values[0] ?? '',
    onChange: (value: string) => {
      onChange(value === '' ? [] : [value]);
    },
  };
  return choices && !open ? <ChoiceControl {...control} {...one} /> : <TextControl {...control} {...one} />;
}

function Moments({ parameter: { name, type }, onChange }: Pick<Props, 'parameter' | 'onChange'>) {
  return (
    <div class="moments" role="group" aria-label={`Times for ${name}`}>
      {momentsOf(type)?.map((moment) => (
        <button
          key={moment.label}
          type="button"
          aria-label={moment.minus === 0 ? undefined : `${type === 'DATE' ? 'today' : 'now'} ${moment.label}`}
          onClick={() => {
            onChange([textOf(moment, type, Date.now())]);
          }}
        >
          {moment.label}
        </button>
      ))}
    </div>
  );
}
