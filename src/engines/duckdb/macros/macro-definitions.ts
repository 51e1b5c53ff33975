/**
 * A token: texts with commas between them, a quoted name, a comment, ends of lines with the space around them, the end of a statement, or
 * text between these in a line.
 */
const TOKEN =
  /'(?:[^']|'')*'(?:, '(?:[^']|'')*')*|"(?:[^"]|"")*"|[^\S\n]*(?:--[^\n]*|\n)\s*|;|(?:[^\s'";-]|[^\S\n](?!\s|--)|-(?!-))+|[^\S\n]/g;

const CREATE = 'CREATE MACRO ';

/**
 * The macros in a file of statements `CREATE MACRO name(a, b) AS …;`: each definition `name(a, b) AS …` by its name. Comments are left out;
 * the end of a line becomes one space, or none inside of a bracket; and a text in several lines is one, as in SQL.
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
  const found: string[] = [];
  let parts: string[] = [];
  let space = '';
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      found.push(parts.join(''));
      parts = [];
      space = '';
    } else if (token.trim() === '' || token.trimStart().startsWith('--')) {
      space = token.includes('\n') || token.includes('--') || space === '\n' ? '\n' : ' ';
    } else {
      append(parts, space, token);
      space = '';
    }
  }
  if (parts.length > 0) found.push(parts.join(''));
  return found;
}

function append(parts: string[], space: string, token: string): void {
  const last = parts.at(-1);
  if (last === undefined) parts.push(token);
  else if (space !== '\n') parts.push(space, token);
  else if (last.endsWith("'") && token.startsWith("'")) parts.push(parts.pop()?.slice(0, -1) ?? '', token.slice(1));
  else if (/[([{]$/.test(last) || /^[)\]}]/.test(token)) parts.push(token);
  else parts.push(' ', token);
}
