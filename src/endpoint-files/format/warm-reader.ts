import { QuernError } from '../../errors/quern-error.js';
import { bindParameters } from '../../parameters/bind-parameters.js';
import { excerpt } from '../../errors/excerpt.js';
import type { ParameterDeclaration } from '../../parameters/parameter.js';
import type { Problems } from '../../diagnostics/problem.js';
import { type YamlList, type YamlMapping, type YamlValue, scalarText } from '../yaml/yaml-value.js';

type ParameterSet = ReadonlyMap<string, readonly string[]>;

/** Reads `warm`: parameter sets as they would stand in a URL, each of them one that a caller could send. */
export function readWarm(
  list: YamlList,
  declarations: readonly ParameterDeclaration[],
  problems: Problems,
): readonly ParameterSet[] {
  const sets = list.items.flatMap((item) => (item.kind === 'mapping' ? readSet(item, declarations, problems) : []));
  return Object.freeze(sets);
}

function readSet(
  mapping: YamlMapping,
  declarations: readonly ParameterDeclaration[],
  problems: Problems,
): ParameterSet {
  const set = new Map(Array.from(mapping.entries, ([name, { value }]) => [name, texts(value, problems)]));
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

function texts(value: YamlValue, problems: Problems): readonly string[] {
  const values = value.kind === 'list' ? value.items : [value];
  return values.flatMap((each) => {
    if (each.kind === 'scalar') return [scalarText(each)];
    problems.add(
      'invalid_value',
      each.place,
      'a value in "warm" is what a URL could hold: one value, or a list of them',
    );
    return [];
  });
}
