/** Strings, quoted names, brackets, words, and what is between them. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|\w+|\s+|[^\s\w'"()]+/g;

/** Clauses that start a line where they belong to a query, but not inside a call such as EXTRACT(… FROM …). */
const CLAUSES =
  /^(?:WITH|SELECT|FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION|EXCEPT|INTERSECT|(?:INNER|LEFT|RIGHT|FULL|CROSS) JOIN)\b/;
const QUERY = /^\s*(?:WITH|SELECT)\b/;
const INDENT = '  ';

/**
 * Compiled SQL with its clauses on lines of their own and its subqueries indented, for people. Nothing but white space is
 * added, and none of it inside a string or a name.
 */
export function layOut(sql: string): string {
  /** Of each open bracket, whether a query is in it. */
  const open: boolean[] = [];
  const lineFeed = () => `\n${INDENT.repeat(open.filter(Boolean).length)}`;
  let laidOut = '';
  let before = '';
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    const rest = sql.slice(index, index + 20);
    if (token === '(') {
      open.push(QUERY.test(sql.slice(index + 1, index + 20)));
      laidOut += token;
      if (open.at(-1) === true) laidOut += lineFeed();
    } else if (token === ')') {
      laidOut += open.pop() === true ? lineFeed() + token : token;
    } else {
      // IS DISTINCT FROM is no clause.
      const isClause = open.at(-1) !== false && CLAUSES.test(rest) && before !== 'DISTINCT' && before !== '(';
      laidOut = isClause && laidOut !== '' ? laidOut.trimEnd() + lineFeed() + token : laidOut + token;
    }
    if (token.trim() !== '') before = token;
  }
  return laidOut;
}
