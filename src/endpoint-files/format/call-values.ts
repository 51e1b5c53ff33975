import type { Problems } from '../../diagnostics/problem.js';
import { type YamlMapping, type YamlValue, scalarText } from '../yaml/yaml-value.js';

/** The parameters of a call as they would stand in a URL: the texts of each. */
export type CallValues = ReadonlyMap<string, readonly string[]>;

/** Reads the parameters of a call; `message` is about a value that is neither one value nor a list of them. */
export function readCallValues({ entries }: YamlMapping, message: string, problems: Problems): CallValues {
  return new Map(Array.from(entries, ([name, { value }]) => [name, texts(value, message, problems)]));
}

function texts(value: YamlValue, message: string, problems: Problems): readonly string[] {
  const values = value.kind === 'list' ? value.items : [value];
  return values.flatMap((each) => {
    if (each.kind === 'scalar' && each.value !== null) return [scalarText(each)];
    problems.add('invalid_value', each.place, message);
    return [];
  });
}
