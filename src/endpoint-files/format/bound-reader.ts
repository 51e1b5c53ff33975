import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import type { ParameterDeclaration } from '../../parameters/parameter.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlMapping } from '../yaml/yaml-value.js';

export function readBound(
  names: readonly string[],
  declarations: readonly ParameterDeclaration[],
  mapping: YamlMapping,
  problems: Problems,
): readonly string[] {
  const declared = declarations.map(({ name }) => name);
  const list = mapping.entries.get('bound')?.value;
  for (const [index, name] of names.entries()) {
    if (declared.includes(name)) continue;
    const item = list?.kind === 'list' ? list.items[index] : undefined;
    const message = `${quote(name)} is no parameter of this file; a key is bound to declared ones.${didYouMean(name, declared)}`;
    problems.add('undeclared_parameter', item?.place ?? mapping.place, message);
  }
  return Object.freeze([...names]);
}
