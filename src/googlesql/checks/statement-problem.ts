import { problemAt, type SqlProblem } from '../sql-problem.js';
import { significantTokens, type SqlToken, sqlTokens } from '../tokens/sql-tokens.js';
import { TEXT_START } from '../tokens/text-position.js';

/** FROM starts a query in pipe syntax. */
const QUERY_STARTS = ['SELECT', 'WITH', 'FROM'];
/** Pipe operators that write, or that give several results. */
const REFUSED_PIPES = ['CREATE', 'EXPORT', 'FORK', 'INSERT', 'TEE'];

/**
 * The reason why a text is not one query that only reads. It looks at tokens alone, so that every engine's queries pass the same gate; the
 * engine decides whether the query makes sense.
 */
export function statementProblem(sql: string): SqlProblem | undefined {
  const { problem } = sqlTokens(sql);
  if (problem) return problem;
  const tokens = significantTokens(sql);
  return startProblem(tokens) ?? secondStatement(tokens) ?? pipeProblem(tokens);
}

function startProblem(tokens: readonly SqlToken[]): SqlProblem | undefined {
  const start = tokens.find((token) => token.text !== '(');
  if (!start || tokens[0]?.text === ';') {
    return problemAt(tokens[0] ?? TEXT_START, 'the query is empty; write a SELECT');
  }
  if (QUERY_STARTS.includes(start.text.toUpperCase())) return undefined;
  const found = start.kind === 'word' ? `, not with ${start.text.slice(0, 64).toUpperCase()}` : '';
  return problemAt(start, `a query starts with SELECT, WITH or FROM${found}; endpoints only read`);
}

function secondStatement(tokens: readonly SqlToken[]): SqlProblem | undefined {
  const second = tokens[tokens.findIndex((token) => token.text === ';') + 1];
  return tokens.some((token) => token.text === ';') && second
    ? problemAt(second, 'an endpoint runs one statement; remove everything after the first ;')
    : undefined;
}

function pipeProblem(tokens: readonly SqlToken[]): SqlProblem | undefined {
  const operator = tokens.find(
    (token, index) => tokens[index - 1]?.text === '|>' && REFUSED_PIPES.includes(token.text.toUpperCase()),
  );
  return operator && problemAt(operator, `|> ${operator.text.toUpperCase()} is not supported; endpoints only read`);
}
