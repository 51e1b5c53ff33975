import { CATALOGUE } from '../functions/catalogue.js';
import { problemAt, type SqlProblem } from '../sql-problem.js';
import { significantTokens, type SqlToken, sqlTokens } from '../tokens/sql-tokens.js';
import { withOffsets } from '../tokens/token-offsets.js';
import { calledName } from './volatile-functions.js';

/** The query with an instant in place of the present, for engines whose clock cannot be set. */
export function freezeClock(sql: string, now: Date): string {
  const instant = `TIMESTAMP '${now.toISOString()}'`;
  const tokens = withOffsets(sql, sqlTokens(sql).tokens).filter(({ kind }) => kind !== 'comment');
  let frozen = '';
  let copied = 0;
  tokens.forEach((token, index) => {
    const maker = isName(tokens[index - 1]) ? undefined : makerOf(token);
    if (maker === undefined) return;
    const [opening, closing] = [tokens[index + 1], tokens[index + 2]];
    const isCall = opening?.text === '(';
    const isEmpty = isCall && closing?.text === ')';
    frozen += sql.slice(copied, token.start);
    // A time zone may follow, which belongs behind the instant.
    frozen += isCall && !isEmpty ? `${maker}(${instant}, ` : maker === '' ? instant : `${maker}(${instant})`;
    copied = (isEmpty ? closing : isCall ? opening : token).end;
  });
  return frozen + sql.slice(copied);
}

/** Problems of a query that reads the clock, if its answers are to stay the same for as long as its tables do. */
export function clockProblems(sql: string): readonly SqlProblem[] {
  return significantTokens(sql)
    .filter(
      (token, index, tokens) =>
        isReading(calledName(tokens, index)) || (makerOf(token) !== undefined && !isName(tokens[index - 1])),
    )
    .map((token) => {
      const message =
        `${token.text.replaceAll('`', '').toUpperCase()} is another time at each run, so that rows which have not changed do not mean the same answer; ` +
        'take the time as a parameter, such as to: { type: timestamp, default: now, truncate: 1h }, or remove "refresh"';
      return problemAt(token, message);
    });
}

/** Whether the author has given the name, after a dot or AS. */
function isName(before: SqlToken | undefined): boolean {
  return before?.text === '.' || before?.text.toUpperCase() === 'AS';
}

function makerOf({ kind, text }: SqlToken): string | undefined {
  return kind === 'word' ? CATALOGUE.get(text.toUpperCase())?.ofInstant : undefined;
}

function isReading(name: string): boolean {
  return CATALOGUE.get(name)?.volatility === 'clock';
}
