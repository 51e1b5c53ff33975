import { type Problem } from '../../diagnostics/problem.js';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { queryOf } from '../../endpoint-files/endpoint-query.js';
import { problemAt, problemIn } from '../../endpoint-files/endpoint-source.js';
import { columnMismatch } from '../../endpoint-files/format/column-mismatch.js';
import { withParameterRemark } from '../../endpoint-files/format/parameter-remark.js';
import { type OpenedFixtures } from '../../engines/create-fixture-engine.js';
import { typesOfParameters } from '../../engines/parameter-types.js';
import { parse } from '../../googlesql/grammar/parse.js';
import { NOT_HERE } from '../../googlesql/resolver/dialect-error.js';
import { orProblem } from '../../googlesql/resolver/problem.js';
import { answerOf } from '../../googlesql/resolver/queries/answer.js';
import { Resolution } from '../../googlesql/resolver/queries/resolution.js';
import { type NamedTables, type TableColumns } from '../../googlesql/resolver/tables.js';
import { eachProblem, type SqlProblem } from '../../googlesql/sql-problem.js';
import { OPEN_TYPE, type SqlType, wholeTypeName } from '../../googlesql/types/types.js';

type SchemaTables = NamedTables<TableColumns & { readonly isGuessed?: boolean }>;

/**
 * What GoogleSQL's resolver says of queries that their engine could not be asked about, over the schemas of the tables in `QUERN_DATA`.
 * The findings are warnings: the engine has the last word, and may have functions of which the resolver does not know.
 */
export async function unaskedFindings(
  opened: OpenedFixtures,
  endpoints: readonly Endpoint[],
): Promise<UnaskedFindings> {
  if (endpoints.length === 0) return { problems: [], sound: [], unseen: [] };
  // Without readable data only the queries themselves are looked at.
  const engine = await opened().catch(() => undefined);
  const tables = withOthers(engine?.tables ?? new Map<string, never>());
  const found = endpoints.map((endpoint) => ({ name: endpoint.name, problems: problemsOf(endpoint, tables) }));
  return {
    problems: found.flatMap(({ problems = [] }) => problems),
    sound: found.filter(({ problems }) => problems?.length === 0).map(({ name }) => name),
    unseen: found.filter(({ problems }) => !problems).map(({ name }) => name),
  };
}

/** Findings about endpoints whose engine could not be asked. */
export interface UnaskedFindings {
  readonly problems: readonly Problem[];
  /** Names of endpoints whose queries nothing was found in. */
  readonly sound: readonly string[];
  /** Names of endpoints about whose queries nothing can be said: they are no sound ones. */
  readonly unseen: readonly string[];
}

const ALONE = ' (by the tables of QUERN_DATA, without the engine)';

/** Undefined where nothing can be said about the query. */
function problemsOf(endpoint: Endpoint, tables: NamedTables): readonly Problem[] | undefined {
  const { sql, parameters } = queryOf(endpoint);
  const resolution = new Resolution();
  const names = { tables, parameters: typesOfParameters(parameters), resolution };
  const found = orProblem(
    (unknown) => answerOf(parse(sql), { ...names, unknown }),
    [],
    (error) => (isPseudoColumn(error.unknown) ? '' : error.explained()),
  );
  if ('message' in found) {
    // The engine may have what the embedded one lacks.
    const problems = eachProblem(found).filter(({ message }) => message !== '' && !message.includes(NOT_HERE));
    return problems.length === 0 ? undefined : problems.map((problem) => refusal(endpoint, problem));
  }
  const { columns: promised, source } = endpoint;
  const none = resolution.sources.all().some(({ table }) => table?.isPartial) ? undefined : [];
  if (!promised || !source.columns || found.isPartial) return none;
  const returned = found.columns.map(({ name, type }, index) => {
    const open = holdsOpen(type) ? promised[index]?.type : undefined;
    return { name, type: open ?? wholeTypeName(type) };
  });
  const mismatch = columnMismatch(promised, returned, source.columns);
  if (!mismatch) return none;
  return [problemAt(source, 'columns_differ', mismatch.place, `${mismatch.message}${ALONE}`, 'warning')];
}

/** The tables as the engine may have them: others beside them, and guessed tables with any columns. */
function withOthers(tables: SchemaTables): NamedTables {
  const { about = { noTables: new Map() } } = tables;
  const known = Array.from(tables, ([name, table]): [string, TableColumns] => {
    const { columns, isGuessed, unread = [], ...others } = table;
    return [name, { ...others, columns: isGuessed ? [] : columns, isPartial: isGuessed === true || unread.length > 0 }];
  });
  return Object.assign(new Map(known), { about: { ...about, noTables: new Map(), hasOthers: true } });
}

/** Whether it may be a column that tables have in the engine alone, such as the time of a partition. */
function isPseudoColumn(name: string): boolean {
  return name.startsWith('_');
}

/** Whether the type, or a part of it, is not known. */
function holdsOpen(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return holdsOpen(type.element);
  return type === OPEN_TYPE || (type.kind === 'STRUCT' && type.fields.some((field) => holdsOpen(field.type)));
}

function refusal(endpoint: Endpoint, problem: SqlProblem): Problem {
  const { message, ...place } = withParameterRemark(endpoint, problem);
  return problemIn(endpoint, 'query_refused', { ...place, message: `${message}${ALONE}` }, 'warning');
}
