import { QuernError } from '../../errors/quern-error.js';
import { bindParameters } from '../../parameters/bind-parameters.js';
import { excerpt } from '../../errors/excerpt.js';
import type { ParameterDeclaration } from '../../parameters/parameter.js';
import type { Problems } from '../../diagnostics/problem.js';
import { CALL_VALUE, type CallValues } from './call-values.js';
import { readEach } from './value-rule.js';
import type { YamlList, YamlMapping } from '../yaml/yaml-value.js';

/** Reads `warm`: parameter sets as they would stand in a URL, each of them one that a caller could send. */
export function readWarm(
  list: YamlList,
  declarations: readonly ParameterDeclaration[],
  problems: Problems,
): readonly CallValues[] {
  const sets = list.items.flatMap((item) => (item.kind === 'mapping' ? readSet(item, declarations, problems) : []));
  return Object.freeze(sets);
}

function readSet(mapping: YamlMapping, declarations: readonly ParameterDeclaration[], problems: Problems): CallValues {
  const set = readEach(CALL_VALUE, mapping, () => 'a value in "warm"', problems);
  try {
    bindParameters(declarations, set, undefined, { strict: true });
  } catch (error) {
    if (!(error instanceof QuernError)) throw error;
    for (const { parameter, detail } of error.errors) {
      const written = Array.from(mapping.entries).find(([name]) => excerpt(name) === parameter)?.[1];
      const isDeclared = declarations.some(({ name }) => name === parameter);
      if (written && !isDeclared) problems.add('unknown_key', written.keyPlace, detail);
      else problems.add('invalid_value', written?.value.place ?? mapping.place, detail);
    }
  }
  return set;
}
