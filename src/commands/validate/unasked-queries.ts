import { type Settings } from '../../config/settings.js';
import { type Problem } from '../../diagnostics/problem.js';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { queryOf } from '../../endpoint-files/endpoint-query.js';
import { problemAt, problemIn } from '../../endpoint-files/endpoint-source.js';
import { columnMismatch } from '../../endpoint-files/format/column-mismatch.js';
import { withParameterRemark } from '../../endpoint-files/format/parameter-remark.js';
import { createEmbeddedFixtureEngine } from '../../engines/create-fixture-engine.js';
import { typesOfParameters } from '../../engines/parameter-types.js';
import { parse } from '../../googlesql/grammar/parse.js';
import { NOT_HERE, UnknownTable } from '../../googlesql/resolver/dialect-error.js';
import { isOpen } from '../../googlesql/resolver/open.js';
import { orProblem } from '../../googlesql/resolver/problem.js';
import { answerOf } from '../../googlesql/resolver/queries/answer.js';
import { type NamedTables } from '../../googlesql/resolver/tables.js';
import { eachProblem, type SqlProblem } from '../../googlesql/sql-problem.js';
import { wholeTypeName } from '../../googlesql/types/types.js';

/**
 * What GoogleSQL's resolver says of queries that their engine could not be asked about, over the schemas of the tables in `QUERN_DATA`.
 * The findings are warnings: the engine has the last word, and may have functions of which the resolver does not know.
 */
export async function unaskedProblems(settings: Settings, endpoints: readonly Endpoint[]): Promise<readonly Problem[]> {
  if (endpoints.length === 0) return [];
  const engine = await createEmbeddedFixtureEngine(settings, Date.now);
  try {
    await engine.open('check');
    return endpoints.flatMap((endpoint) => problemsOf(endpoint, engine.tables));
  } finally {
    await engine.close();
  }
}

const ALONE = ' (by the tables of QUERN_DATA, without the engine)';

function problemsOf(endpoint: Endpoint, tables: NamedTables): readonly Problem[] {
  const { sql, parameters } = queryOf(endpoint);
  const unknownTables: UnknownTable[] = [];
  const found = orProblem(
    (unknown) => ({
      columns: answerOf(parse(sql), { tables, parameters: typesOfParameters(parameters), unknown }),
    }),
    [],
    (error) => {
      if (error instanceof UnknownTable) unknownTables.push(error);
      return error.explained();
    },
  );
  // The engine may have more tables than there are here.
  if (unknownTables.length > 0) return [];
  if ('message' in found) {
    // The engine may have what the embedded one lacks.
    const problems = eachProblem(found).filter(({ message }) => !message.includes(NOT_HERE));
    return problems.map((problem) => refusal(endpoint, problem));
  }
  const { columns: promised, source } = endpoint;
  if (!promised || !source.columns) return [];
  const returned = found.columns.map((column, index) => {
    const type = isOpen(column) ? promised[index]?.type : undefined;
    return { name: column.name, type: type ?? wholeTypeName(column.type) };
  });
  const mismatch = columnMismatch(promised, returned, source.columns);
  if (!mismatch) return [];
  return [problemAt(source, 'columns_differ', mismatch.place, `${mismatch.message}${ALONE}`, 'warning')];
}

function refusal(endpoint: Endpoint, problem: SqlProblem): Problem {
  const { message, ...place } = withParameterRemark(endpoint, problem);
  return problemIn(endpoint, 'query_refused', { ...place, message: `${message}${ALONE}` }, 'warning');
}
