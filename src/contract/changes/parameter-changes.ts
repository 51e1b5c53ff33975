import { type OwnChange } from './change.js';
import { type JsonSchema } from '../json-schema.js';
import { narrowings } from './narrowings.js';
import { SQL } from '../../parameters/reserved-names.js';
import { type DocumentedParameter } from '../openapi/read-document.js';

type ByName = ReadonlyMap<string, DocumentedParameter>;

export function parameterChanges(before: ByName, now: ByName): readonly OwnChange[] {
  const gone = Array.from(before.keys()).filter((name) => !now.has(name));
  return [
    ...gone.map((name) => ({ kind: 'parameter_removed' as const, name, detail: 'is gone' })),
    ...Array.from(now).flatMap(([name, parameter]) => {
      const old = before.get(name);
      if (!old) return [added(name, parameter)];
      return name === SQL ? ofDialect(old, parameter) : ofParameter(name, old, parameter);
    }),
  ];
}

function added(name: string, { required }: DocumentedParameter): OwnChange {
  return required
    ? { kind: 'parameter_required', name, detail: 'is new, and required' }
    : { kind: 'parameter_added', name, detail: 'is new' };
}

/** Compares the dialect of `sql` alone: the rest of its description is Quern's, and an earlier version said less. */
function ofDialect(
  { schema: before }: DocumentedParameter,
  { schema: now }: DocumentedParameter,
): readonly OwnChange[] {
  const [was, is] = [before['x-quern-dialect'], now['x-quern-dialect']];
  if (was === undefined || is === undefined || was === is) return [];
  return is === 'lenient'
    ? [{ kind: 'parameter_widened', name: SQL, detail: 'takes what is close to GoogleSQL as well' }]
    : [{ kind: 'parameter_narrowed', name: SQL, detail: 'takes GoogleSQL alone now' }];
}

function ofParameter(name: string, before: DocumentedParameter, now: DocumentedParameter): readonly OwnChange[] {
  const [was, is] = [valueOf(before), valueOf(now)];
  const narrowed = narrowings(was, is).map(({ detail }) => ({ kind: 'parameter_narrowed' as const, name, detail }));
  const isWidened = narrowed.length === 0 && narrowings(is, was).length > 0;
  return [
    ...requirement(name, before.required, now.required),
    ...narrowed,
    ...(isWidened ? [{ kind: 'parameter_widened' as const, name, detail: 'takes more than it did' }] : []),
    ...ofDefault(name, defaultOf(before), defaultOf(now)),
  ];
}

/** Leaves out that an empty value is refused: it counts as a missing one, which `required` says. */
function valueOf({ schema }: DocumentedParameter): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'minLength' && key !== 'minItems'));
}

function requirement(name: string, before: boolean, now: boolean): readonly OwnChange[] {
  if (before === now) return [];
  return now
    ? [{ kind: 'parameter_required', name, detail: 'is required now' }]
    : [{ kind: 'parameter_optional', name, detail: 'may be left out now' }];
}

function defaultOf({ schema }: DocumentedParameter): unknown {
  return schema['x-quern-default'] ?? schema.default;
}

/** The change of a default, which gives other rows to those who leave the parameter out. */
function ofDefault(name: string, before: unknown, now: unknown): readonly OwnChange[] {
  const [was, is] = [before, now].map((value) => (value === undefined ? 'NULL' : JSON.stringify(value)));
  if (was === is) return [];
  return [{ kind: 'parameter_default', name, detail: `left out is ${is ?? ''} now, and was ${was ?? ''}` }];
}
