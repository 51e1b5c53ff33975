import { type DescribedTable } from '../../engines/described-table.js';

const KEYWORDS = (
  'SELECT FROM WHERE GROUP BY ORDER LIMIT HAVING QUALIFY WITH AS JOIN LEFT INNER CROSS ON USING UNNEST AND OR NOT IN IS NULL ' +
  'BETWEEN LIKE CASE WHEN THEN ELSE END DISTINCT UNION ALL DESC ASC COUNT SUM AVG MIN MAX TIMESTAMP_SUB TIMESTAMP_TRUNC CURRENT_TIMESTAMP'
).split(' ');

/** Tables as a query names them, and their aliases. */
const NAMED = /(?:\b(?:from|join)|,)\s+(?:`([^`]+)`|([\w.-]+))(?:\s+(?:as\s+)?([a-z_]\w*))?/gi;

/** A name that needs no backticks. */
const PLAIN_NAME = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i;

/**
 * Completions of a line's last word: a table after FROM and JOIN, columns behind the dot of a table or an alias, columns, tables and words
 * elsewhere.
 *
 * @param typed the whole query so far, including the part behind the cursor
 */
export function sqlCompleter(
  tables: readonly DescribedTable[],
  typed: (line: string) => string = (line) => line,
): (line: string) => [string[], string] {
  const all = tables.filter(({ reason }) => reason === undefined);
  return (line) => {
    const [word = ''] = /[\w.-]*$/.exec(line) ?? [];
    const before = line.slice(0, line.length - word.length);
    const isCommand = line.startsWith('\\');
    const isQuoted = before.endsWith('`');
    const names = all.map(({ name }) => (isQuoted || PLAIN_NAME.test(name) || isCommand ? name : `\`${name}\``));
    const isTable = /(?:\b(?:from|join)\s+`?|^\\d\s+)$/i.test(before);
    const candidates = isTable ? names : [...columnsFor(all, word, typed(line)), ...names, ...KEYWORDS];
    const found = candidates.filter((each) => each.toLowerCase().replace(/^`/, '').startsWith(word.toLowerCase()));
    return [[...new Set(found)], word];
  };
}

/** Columns of the tables that the query names, or of all tables as long as it names none. */
function columnsFor(tables: readonly DescribedTable[], word: string, text: string): readonly string[] {
  const named = [...text.matchAll(NAMED)].flatMap(([, quoted, plain, alias]) => {
    const table = tables.find(({ name }) => name === (quoted ?? plain));
    return table ? [{ table, aliases: [alias ?? '', table.name.split('.').at(-1) ?? '', table.name] }] : [];
  });
  const dot = word.lastIndexOf('.');
  if (dot < 0) return columnsOf(named.length > 0 ? named.map(({ table }) => table) : tables);
  const owner = word.slice(0, dot);
  const owners = named.filter(({ aliases }) => aliases.includes(owner)).map(({ table }) => table);
  return columnsOf(owners).map((column) => `${owner}.${column}`);
}

function columnsOf(tables: readonly DescribedTable[]): readonly string[] {
  return [...new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)))].sort();
}
