import { type ParameterBinding, type ScalarValue } from '../parameters/parameter.js';

/**
 * An engine's words without the values of a call: engines repeat what they could not work with, and the log is not where
 * callers' values belong. Each becomes the `@name` of its parameter, unless its file says that it may be logged.
 */
export function redact(text: string, values: readonly ParameterBinding[]): string {
  const hidden = values
    .filter(({ declaration }) => !declaration.logged)
    .flatMap(({ declaration: { name }, value }) => [value ?? []].flat().flatMap((each) => formsOf(each, name)))
    // The longest first: a value may be a part of another one.
    .sort((a, b) => b.form.length - a.form.length);
  return hidden.reduce((rest, { form, name }) => rest.replace(standingAlone(form), () => `@${name}`), text);
}

/** A BOOL tells nothing, and is a word of every engine's language. */
function formsOf(value: ScalarValue, name: string): { readonly form: string; readonly name: string }[] {
  if (typeof value === 'boolean' || value === '') return [];
  const text = String(value);
  const forms = typeof value === 'number' ? [text, value.toFixed(1), value.toExponential()] : [text];
  // As it stands in a JSON or SQL text.
  if (typeof value === 'string') forms.push(JSON.stringify(value).slice(1, -1), value.replaceAll("'", "''"));
  if (typeof value === 'bigint') forms.push(...instantForms(value));
  return [...new Set(forms)].map((form) => ({ form, name }));
}

/** A TIMESTAMP is microseconds here, and a date and a time in the engine's words. */
function instantForms(micros: bigint): string[] {
  const date = new Date(Number(micros / 1000n));
  if (Number.isNaN(date.getTime())) return [];
  const iso = date.toISOString();
  return [iso, iso.slice(0, 19), iso.slice(0, 19).replace('T', ' ')];
}

/** Not inside a longer word or number: an INT64 of 1 is not every 1 in an address. */
function standingAlone(form: string): RegExp {
  const before = /^\w/.test(form) ? '(?<![\\w.])' : '';
  const after = /\w$/.test(form) ? '(?!\\w|\\.\\d)' : '';
  return new RegExp(before + form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') + after, 'g');
}
