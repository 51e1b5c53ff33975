/** The name that `name(a, b) AS …` gives a macro. */
export function macroName(definition: string): string {
  return definition.slice(0, definition.indexOf('('));
}
