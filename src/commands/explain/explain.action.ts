import { SETTINGS, type Settings } from '../../config/settings.js';
import { Engine, type Explanation, type Statement } from '../../engines/engine.js';
import { PARTITION_COLUMNS } from '../../catalog/partition-columns.js';
import { errorText } from '../../errors/error-text.js';
import { type BoundQuery } from '../../execution/bound-query.js';
import { type PreparedCall } from '../../execution/call.js';
import { withPlaceAsWritten } from '../../execution/sandbox-sql.js';
import { Executor } from '../../execution/executor.service.js';
import { sqlRunner, statementOf } from '../../execution/statement.js';
import { Registry } from '../../registry/registry.service.js';
import { ifParsed } from '../../googlesql/parser/parse-query.js';
import { tableReads } from '../../googlesql/checks/table-reads.js';
import { withClause } from '../../googlesql/checks/with-clause.js';
import { type CallExplanation, type EngineExplanation } from './call-explanation.js';
import { type CommandContext, type Terminal } from '../command-context.js';
import { type ExplainOptions } from './explain-options.js';
import { explanationJson } from './explanation-json.js';
import { explanationText } from './explanation-text.js';
import { servedEndpoint } from '../find-endpoint.js';
import { interruptible } from '../interruptible.js';
import { OPERATOR } from '../operator-key.js';
import { withEngine } from '../with-engine.js';
import { withCommandApp } from '../command-app.js';

const ENGINES = SETTINGS.find((setting) => setting.property === 'engine')?.kind.choices ?? [];

export async function explain(context: CommandContext, reference: string, options: ExplainOptions): Promise<void> {
  const { out, err } = context;
  const settings = context.settings();
  const explanation = await interruptible((signal) =>
    withCommandApp(settings, { err, reference }, async (app) => {
      const { endpoint } = servedEndpoint(app.get(Registry), reference);
      const parameters = options.parameter ?? new Map<string, readonly string[]>();
      const call = { key: OPERATOR, endpoint: endpoint.id, parameters, strict: true };
      const prepared = app.get(Executor).prepare(call);
      const { query, sandboxSqlAsWritten } = prepared;
      const statement = statementOf(query.endpoint, query.values, { ...query, caller: OPERATOR.id, signal });
      const own = await sqlRunner(app.get<Engine>(Engine), query)
        .explain(statement)
        .catch((error: unknown) => {
          throw withPlaceAsWritten(error, query.endpoint, sandboxSqlAsWritten);
        });
      return explanationOf(prepared, await allEngines(context, own, query, statement));
    }),
  );
  const width = out.isTTY === true ? out.columns : undefined;
  out.write(options.format === 'json' ? explanationJson(explanation) : explanationText(explanation, width));
}

/** What the engine in use says, and what the others would, as far as the settings let them be asked. */
async function allEngines(
  { settings: read, err }: CommandContext,
  own: Explanation,
  query: BoundQuery,
  statement: Statement,
): Promise<EngineExplanation[]> {
  const settings = read();
  const explanations: EngineExplanation[] = [];
  for (const name of ENGINES) {
    const isInUse = name === settings.engine;
    const said = isInUse ? own : await ask({ ...settings, engine: name }, err, query, statement);
    explanations.push({ name, isInUse, ...said });
  }
  return explanations;
}

async function ask(
  settings: Settings,
  err: Terminal,
  query: BoundQuery,
  statement: Statement,
): Promise<Partial<EngineExplanation>> {
  try {
    return await withEngine(settings, err, (engine) => sqlRunner(engine, query).explain(statement));
  } catch (error) {
    statement.signal.throwIfAborted();
    const cause = error instanceof Error && error.cause !== undefined ? `: ${errorText(error.cause)}` : '';
    return { refusal: `${errorText(error)}${cause}`.replaceAll('\n', ' ') };
  }
}

function explanationOf(
  { query, sandboxSqlAsWritten }: Pick<PreparedCall, 'query' | 'sandboxSqlAsWritten'>,
  engines: readonly EngineExplanation[],
): CallExplanation {
  const tables = ifParsed(wholeSql(query), (tree) => tableReads(tree, PARTITION_COLUMNS));
  return { query, sandboxSqlAsWritten, tables, engines };
}

/** What is run for a caller's SQL: that in place of the final SELECT. All tables are in front of it, at the places of the file. */
function wholeSql({ endpoint, sandboxSql }: BoundQuery): string {
  const clause = sandboxSql === undefined ? undefined : withClause(endpoint.sql);
  return clause ? `${clause.text}\n(${sandboxSql ?? ''}\n)` : endpoint.sql;
}
