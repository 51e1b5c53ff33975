import { type ParameterDeclaration } from '../parameters/parameter.js';
import { Pattern } from '../parameters/pattern.js';

/** Declarations as they were before they were cloned, which leaves objects of classes their fields alone. */
export function revivedParameters(declarations: readonly ParameterDeclaration[]): readonly ParameterDeclaration[] {
  return declarations.map((each) => (each.pattern ? { ...each, pattern: new Pattern(each.pattern.source) } : each));
}
