import { type ParameterBinding, type ScalarValue } from '../parameters/parameter.js';

/**
 * An engine's error text for the log, with the values of the call replaced by the `@name` of their parameter. Engines repeat the offending
 * value, and callers' values are logged only if the endpoint file allows it.
 */
export function redact(text: string, values: readonly ParameterBinding[]): string {
  const hidden = values
    .filter(({ declaration }) => !declaration.logged)
    .flatMap(({ declaration: { name }, value }) => [value ?? []].flat().flatMap((each) => formsOf(each, name)))
    // Filtered first: a list may have thousands of values, and an error repeats one.
    .filter(({ form }) => text.includes(form))
    // The longest first, since a value may be a part of another one.
    .sort((a, b) => b.form.length - a.form.length);
  return hidden.reduce((rest, { form, name }) => rest.replace(standingAlone(form), () => `@${name}`), text);
}

/** The texts that a value may appear as. A BOOL has none: it reveals nothing, and TRUE is a word of many error texts. */
function formsOf(value: ScalarValue, name: string): { readonly form: string; readonly name: string }[] {
  if (typeof value === 'boolean' || value === '') return [];
  const text = String(value);
  const forms = typeof value === 'number' ? [text, value.toFixed(1), value.toExponential()] : [text];
  // As written inside quotes in JSON and in SQL.
  if (typeof value === 'string') forms.push(JSON.stringify(value).slice(1, -1), value.replaceAll("'", "''"));
  if (typeof value === 'bigint') forms.push(...instantForms(value));
  return [...new Set(forms)].map((form) => ({ form, name }));
}

/** A TIMESTAMP is microseconds in the binding, and a date and a time in the engine's text. */
function instantForms(micros: bigint): string[] {
  const date = new Date(Number(micros / 1000n));
  if (Number.isNaN(date.getTime())) return [];
  const iso = date.toISOString();
  return [iso, iso.slice(0, 19), iso.slice(0, 19).replace('T', ' ')];
}

/** Matches the form where it is not part of a longer word or number: an INT64 of 1 is not every 1 of an address. */
function standingAlone(form: string): RegExp {
  const before = /^\w/.test(form) ? '(?<![\\w.])' : '';
  const after = /\w$/.test(form) ? '(?!\\w|\\.\\d)' : '';
  return new RegExp(before + form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') + after, 'g');
}
