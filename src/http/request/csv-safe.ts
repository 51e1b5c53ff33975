import { QuernError } from '../../errors/quern-error.js';
import { type FormKind, type FormName } from '../../contract/form-names.js';
import { type ParameterDeclaration } from '../../parameters/parameter.js';

export const CSV_SAFE = 'csv_safe';

type Parameters = ReadonlyMap<string, readonly string[]>;

/**
 * Takes `csv_safe` out of a URL such as `rows.csv?csv_safe=true`: texts that a spreadsheet would take for formulas are then marked as
 * texts. A parameter of that name that the endpoint declares stays the endpoint's.
 *
 * @throws QuernError `invalid_parameters` for another value than `true` and `false`; an empty one counts as missing
 */
export function takeCsvSafe(
  form: FormName | undefined,
  parameters: Parameters,
  declared: () => readonly ParameterDeclaration[],
): { readonly form: FormKind | undefined; readonly others: Parameters } {
  const values = form === 'csv' ? parameters.get(CSV_SAFE) : undefined;
  if (!values || declared().some(({ name }) => name === CSV_SAFE)) return { form, others: parameters };
  const [value = ''] = values;
  if (values.length > 1 || !['true', 'false', ''].includes(value)) {
    const detail = `"${CSV_SAFE}" is either true or false.`;
    throw new QuernError('invalid_parameters', detail, { errors: [{ parameter: CSV_SAFE, detail }] });
  }
  const others = new Map(parameters);
  others.delete(CSV_SAFE);
  return { form: value === 'true' ? 'csv_safe' : 'csv', others };
}
