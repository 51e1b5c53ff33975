import { refusedParameters } from './named-parameters.js';
import { type QueryNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { ifParsed, isStackOverflow } from '../grammar/parse.js';
import { TOO_DEEP } from '../grammar/token-reader.js';
import { readsMoreThan } from './readings.js';
import { problemAt, type SqlProblem } from '../sql-problem.js';
import { bracketsIn } from '../tokens/brackets.js';
import { sqlTokens } from '../tokens/sql-tokens.js';
import { statementProblem } from './statement-problem.js';
import { byPlace, type TextPosition } from '../tokens/text-position.js';
import { volatileCalls } from './volatile-functions.js';

/** Most characters of a caller's SQL. */
const MAX_CHARACTERS = 64 * 1024;
/** Most SELECTs, joins and UNNESTs, each as often as it is written: the worst 128 of them are compiled in a third of the time there is. */
const MAX_PARTS = 128;
/** Most pipe operators: each writes down all columns that it hands on. */
const MAX_OPERATORS = 64;
/** Most readings of tables: a WITH query that is named twice reads its own twice. */
const MAX_READS = 256;
/** Most stars: each makes all columns that it stands for, and those of subqueries multiply. */
const MAX_STARS = 8;

/** A name in quotes that is one name for every engine: no path, no wildcard, no letter that is another one in lower case. */
const PLAIN_NAME = /^`[A-Za-z0-9_ ]+`$/;

/**
 * The reason why a caller's own SQL is refused before any engine looks at it: forbidden syntax, or too much of it. The resolver decides
 * which names it may use.
 */
export function callerProblem(sql: string): SqlProblem | undefined {
  if (sql.length > MAX_CHARACTERS) {
    return { line: 1, column: 1, message: `this has ${sql.length} characters; ${MAX_CHARACTERS} are allowed` };
  }
  const [first] = [
    statementProblem(sql) ?? [],
    refusedParameters(sql),
    bracketProblem(sql) ?? [],
    nameProblems(sql),
    volatileCalls(sql).map((call) => problemAt(call, `${call.fault}; leave it out`)),
  ].flat();
  return first ?? sizeProblem(sql);
}

/** The problem of a bracket: the caller's text is put into brackets of ours, and must not close them. */
function bracketProblem(sql: string): SqlProblem | undefined {
  const { tokens } = sqlTokens(sql);
  const { stray, open } = bracketsIn(tokens);
  const place = tokens[stray ?? open.at(-1) ?? -1];
  return place && problemAt(place, stray === undefined ? 'this bracket is not closed' : 'this bracket closes nothing');
}

function nameProblems(sql: string): readonly SqlProblem[] {
  const names = sqlTokens(sql).tokens.filter(({ kind, text }) => kind === 'quoted name' && !PLAIN_NAME.test(text));
  return names.map((name) =>
    problemAt(name, 'a name in backticks has only letters of ASCII, digits, "_" and spaces here'),
  );
}

/** Says nothing of a text that cannot be read: nothing is done with it. */
function sizeProblem(sql: string): SqlProblem | undefined {
  const query = ifParsed(sql, (found) => found);
  try {
    return query && problemOfSize(query);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return { line: 1, column: 1, message: TOO_DEEP };
  }
}

function problemOfSize(query: QueryNode): SqlProblem | undefined {
  const all = nodes(query);
  const parts = all.flatMap(partPlace).sort(byPlace);
  const part = parts[MAX_PARTS];
  if (part) {
    return problemAt(
      part,
      `there are ${parts.length} SELECTs, joins and UNNESTs in this; ${MAX_PARTS} are allowed together`,
    );
  }
  const operators = all.flatMap((node) => (node.type === 'Pipe' ? node.operators : [])).sort(byPlace);
  const operator = operators[MAX_OPERATORS];
  if (operator)
    return problemAt(operator, `there are ${operators.length} pipe operators in this; ${MAX_OPERATORS} are allowed`);
  const stars = all.flatMap((node) => (node.type === 'StarItem' ? [node.star] : [])).sort(byPlace);
  const star = stars[MAX_STARS];
  if (star) return problemAt(star, `there are ${stars.length} * in this; ${MAX_STARS} are allowed`);
  if (!readsMoreThan(MAX_READS, query)) return undefined;
  const message = `WITH queries name each other so often that more than ${MAX_READS} tables are read; name each fewer times`;
  return problemAt(query, message);
}

/** The place of a SELECT, a join or an UNNEST. */
function partPlace(node: TreeNode): readonly TextPosition[] {
  switch (node.type) {
    case 'Select':
    case 'Join':
    case 'PipeJoin':
    case 'UnnestItem':
      return [node];
    case 'In':
      return node.among.type === 'Unnest' ? [node.among] : [];
    case 'QuantifiedLike':
      return node.patterns.type === 'Unnest' ? [node.patterns] : [];
    default:
      return [];
  }
}

function nodes(query: QueryNode): readonly TreeNode[] {
  const found: TreeNode[] = [query];
  // The list grows while it is walked: the text may be nested more deeply than the machine's stack.
  for (const each of found) found.push(...partsOf(each));
  return found;
}
