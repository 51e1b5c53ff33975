import { Budgets } from '../../budgets/budgets.service.js';
import { Ledger } from '../../budgets/ledger.js';
import { SpentFile } from '../../budgets/spent-file.service.js';
import { namedEngines, type Settings } from '../../config/settings.js';
import { Engine, type Explanation, type Statement } from '../../engines/engine.js';
import { errorText } from '../../errors/error-text.js';
import { type BoundQuery } from '../../execution/bound-query.js';
import { Executor } from '../../execution/executor.service.js';
import { sqlRunner } from '../../execution/statement.js';
import { callCost } from '../../explanations/call-cost.js';
import { explanationOf, type EngineExplanation, ownExplanation } from '../../explanations/call-explanation.js';
import { toldExplanation } from '../../explanations/explanation-json.js';
import { Registry } from '../../registry/registry.service.js';
import { type CommandContext, type Terminal, interruptible } from '../command-context.js';
import { explanationText } from './explanation-text.js';
import { servedEndpoint } from '../find-endpoint.js';
import { OPERATOR } from '../named-key.js';
import { withEngine } from '../with-engine.js';
import { withCommandApp } from '../command-app.js';
import { type CallParameters } from '../../parameters/query-string.js';

interface ExplainOptions {
  readonly parameter?: CallParameters;
  readonly format: 'text' | 'json';
}

export async function explain(context: CommandContext, reference: string, options: ExplainOptions): Promise<void> {
  const { out, err } = context;
  const settings = context.settings();
  const explanation = await interruptible((signal) =>
    withCommandApp(settings, { err, reference }, async (app) => {
      const { endpoint } = servedEndpoint(app.get(Registry), reference);
      const parameters = options.parameter ?? new Map<string, readonly string[]>();
      const call = { key: OPERATOR, endpoint: endpoint.id, parameters, strict: true };
      const prepared = app.get(Executor).prepare(call);
      const { statement, own } = await ownExplanation(app.get<Engine>(Engine), prepared, signal);
      await app.get(SpentFile).read();
      const known = { budgets: app.get(Budgets), ledger: app.get(Ledger), settings };
      const cost = callCost(endpoint, own.bytesProcessed, known);
      return explanationOf(prepared, await allEngines(context, own, prepared.query, statement), cost);
    }),
  );
  const width = out.isTTY === true ? out.columns : undefined;
  const text = () => explanationText(explanation, width);
  out.write(options.format === 'json' ? `${JSON.stringify(toldExplanation(explanation), null, 2)}\n` : text());
}

/** The explanations of the engine in use, and of the others as far as the settings let them be asked. */
async function allEngines(
  { settings: read, err }: CommandContext,
  own: Explanation,
  query: BoundQuery,
  statement: Statement,
): Promise<EngineExplanation[]> {
  const settings = read();
  const explanations: EngineExplanation[] = [];
  for (const name of namedEngines(settings)) {
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
