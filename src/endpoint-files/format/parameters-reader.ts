import { quote } from '../../errors/excerpt.js';
import type { ParameterDeclaration } from '../../parameters/parameter.js';
import { PARAMETER_NAME } from './parameter-name.js';
import { readParameter } from './parameter-reader.js';
import type { Problem, Problems } from '../../diagnostics/problem.js';
import type { YamlEntry, YamlMapping } from '../yaml/yaml-value.js';

/** Reads `parameters`, in the order of the file; those whose type cannot be made out are missing. */
export function readParameters(mapping: YamlMapping, problems: Problems): readonly ParameterDeclaration[] {
  const names: string[] = [];
  const declarations = Array.from(mapping.entries).flatMap(([name, entry]) => {
    const problem = nameProblem(name, names);
    names.push(name);
    if (problem) problems.add(problem.code, entry.keyPlace, problem.message);
    return readEntryOf(name, entry, problems) ?? [];
  });
  return Object.freeze(declarations);
}

function readEntryOf(name: string, { value }: YamlEntry, problems: Problems): ParameterDeclaration | undefined {
  if (value.kind === 'mapping') return readParameter(name, value, problems);
  problems.add(
    'invalid_value',
    value.place,
    `a parameter is a mapping; write ${quote(name)}: { type: string }, for example`,
  );
  return undefined;
}

function nameProblem(name: string, others: readonly string[]): Pick<Problem, 'code' | 'message'> | undefined {
  if (!PARAMETER_NAME.form.test(name)) {
    return { code: 'invalid_value', message: `${quote(name)} is no parameter name; use ${PARAMETER_NAME.rule}` };
  }
  if (PARAMETER_NAME.reserved.test(name)) {
    return { code: 'invalid_value', message: `the name ${quote(name)} is reserved; use another one` };
  }
  const same = others.find((other) => other.toLowerCase() === name.toLowerCase());
  if (same === undefined) return undefined;
  const what = `${quote(name)} differs from ${quote(same)} only in case, which SQL does not see`;
  return { code: 'duplicate', message: `${what}; rename one of the two` };
}
