import { type ParameterError } from '../../errors/quern-error.js';
import { type FormKind, type FormName } from '../../contract/form-names.js';
import { mistake, parseTexts } from '../../parameters/bind-parameters.js';
import { bareParameter, type ParameterDeclaration } from '../../parameters/parameter.js';
import { CSV_SAFE } from '../../parameters/reserved-names.js';
import { type CallParameters } from '../../parameters/query-string.js';

const FLAG = bareParameter(CSV_SAFE, 'boolean');

/**
 * Takes `csv_safe` out of a URL such as `rows.csv?csv_safe=true`: texts that a spreadsheet would take for formulas are then marked as
 * texts. A parameter of that name that the endpoint declares stays the endpoint's.
 *
 * @param mistakes gets a value that is no boolean; an empty one counts as missing
 */
export function takeCsvSafe(
  form: FormName | undefined,
  parameters: CallParameters,
  declared: () => readonly ParameterDeclaration[],
  mistakes: ParameterError[],
): { readonly form: FormKind | undefined; readonly others: CallParameters } {
  const values = form === 'csv' ? parameters.get(CSV_SAFE) : undefined;
  if (!values || declared().some(({ name }) => name === CSV_SAFE)) return { form, others: parameters };
  const parsed = parseTexts(FLAG, values);
  if ('problem' in parsed) mistakes.push(mistake(CSV_SAFE, parsed.problem));
  const others = new Map(parameters);
  others.delete(CSV_SAFE);
  return { form: 'value' in parsed && parsed.value === true ? 'csv_safe' : 'csv', others };
}
