const CREATE = 'CREATE MACRO ';

/**
 * The macros in a file of statements `CREATE MACRO name(a, b) AS …;`: each definition `name(a, b) AS …` by its name. A statement ends with a
 * line, a comment is a line, and no literal has the end of one in it. Comments are left out; the end of a line becomes one space, or none
 * inside of a bracket; and a text in several lines is one, as in SQL.
 *
 * @throws Error for another statement, and for a second macro of the same name
 */
export function macroDefinitions(sql: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const statement of statements(sql)) {
    const definition = statement.slice(CREATE.length);
    const name = macroName(definition);
    if (!statement.startsWith(CREATE) || definitions.has(name)) throw new Error(`Not one new macro: ${statement}`);
    definitions.set(name, definition);
  }
  return definitions;
}

/** The name of a macro in its definition `name(a, b) AS …`. */
export function macroName(definition: string): string {
  return definition.slice(0, definition.indexOf('('));
}

function statements(sql: string): readonly string[] {
  const inLines = sql
    .replace(/^\s*--.*/gm, '')
    .replace(/'\n\s*'/g, '')
    .replace(/(?<=[([{])\n\s*|\n\s*(?=[)\]}])/g, '');
  return inLines
    .split(/;\s*$/m)
    .map((statement) => statement.trim().replace(/\n\s*/g, ' '))
    .filter((statement) => statement !== '');
}
