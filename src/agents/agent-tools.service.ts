import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { contractOf } from '../contract/endpoint-contract.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { errorText } from '../errors/error-text.js';
import { excerpt } from '../errors/excerpt.js';
import { internalError, QuernError } from '../errors/quern-error.js';
import { type Answer } from '../execution/answer.js';
import { NO_DIRECTIVES } from '../execution/cache-directives.js';
import { type CallingRequest } from '../execution/call.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Executor } from '../execution/executor.service.js';
import { hasSandboxSql } from '../execution/sandbox-sql.js';
import { SLICE } from '../parameters/slice-names.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { type Tool, toolNameOf, toolOf } from './tool.js';
import { parametersOf } from './tool-arguments.js';
import { resourceLinks } from './resource-links.js';
import { errorResult, rowsResult, type ToolResult } from './tool-result.js';

/** Who calls tools, and what is told of it. */
export interface AgentSession {
  readonly key: Key;
  /** The request that a call comes in; undefined on standard input. */
  readonly request?: CallingRequest | undefined;
  /** Where the REST interface is, for links to whole results; undefined where there is none. */
  readonly baseUrl?: string | undefined;
  /** Counts that a call brings SQL of its own. @throws QuernError `rate_limited` */
  admitSql(): void;
  /** Told of the endpoint as soon as it is known. */
  called(endpoint: Endpoint): void;
  answered(answer: Answer): void;
}

/** The endpoints that a key may call and whose files have `agents`, as tools. */
@Injectable()
export class AgentTools {
  private readonly logger = new Logger('Agents');
  private readonly byName = new WeakMap<readonly LoadedEndpoint[], ReadonlyMap<string, LoadedEndpoint>>();

  constructor(
    private readonly registry: Registry,
    private readonly visible: VisibleEndpoints,
    private readonly executor: Executor,
    private readonly stats: EndpointStats,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** In the order of their names. */
  list(key: Key): readonly Tool[] {
    return this.visible.list(key).flatMap((loaded) => {
      const { agents } = loaded.endpoint;
      return agents ? [toolOf(contractOf(loaded, key, this.settings), agents)] : [];
    });
  }

  /** Undefined where there is no such tool for the key, and where there is none at all. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    session: AgentSession,
    signal: AbortSignal,
  ): Promise<ToolResult | undefined> {
    const endpoint = this.find(name, session.key);
    if (!endpoint) {
      this.logger.log(`no tool ${excerpt(name)} for ${session.key.id}`, { key: session.key.id });
      return undefined;
    }
    session.called(endpoint);
    const begin = performance.now();
    const tell = (outcome: string, code?: string) => {
      const fields = { request_id: session.request?.requestId, endpoint: endpoint.name, key: session.key.id, code };
      const milliseconds = (performance.now() - begin).toFixed(0);
      this.logger.log(`tool ${name} for ${session.key.id}: ${outcome} in ${milliseconds} ms`, fields);
    };
    try {
      const parameters = parametersOf(args);
      refuseSlices(endpoint, parameters);
      if (hasSandboxSql(parameters)) session.admitSql();
      const call = { key: session.key, endpoint: endpoint.name, parameters, strict: true };
      const answer = await this.executor.execute(call, signal, NO_DIRECTIVES, session.request);
      const result = await rowsResult(answer, resourceLinks(endpoint, parameters, session.baseUrl));
      session.answered(answer);
      this.stats.answered(answer);
      tell(`${answer.result.rows} rows, ${answer.outcome}`);
      return result;
    } catch (error) {
      if (signal.aborted) throw error;
      // The protocol's package would tell the client in the error's own words.
      const problem = error instanceof QuernError ? error : internalError(error);
      if (problem !== error) this.logger.error(`tool ${name}: ${errorText(error)}`, (error as Error).stack);
      tell('refused', problem.code);
      return errorResult(problem);
    }
  }

  private find(name: string, key: Key): Endpoint | undefined {
    const served = this.registry.list();
    const tools = this.byName.get(served) ?? namesOf(served);
    this.byName.set(served, tools);
    // Models write the title as well, which has dots.
    const named = tools.get(toolNameOf(name))?.endpoint.name ?? name;
    const endpoint = this.visible.findIfVisible(key, named)?.endpoint;
    return endpoint?.agents && (name === endpoint.name || name === toolNameOf(endpoint.name)) ? endpoint : undefined;
  }
}

/** A tool has as many rows as its file says, and pages by `cursor`; parts of an answer are the REST interface's. */
function refuseSlices({ slices }: Endpoint, parameters: ReadonlyMap<string, unknown>): void {
  const given = slices ? SLICE.filter((name) => parameters.has(name)) : [];
  const errors = given.map((name) => ({ parameter: name, detail: `"${name}" is no parameter of this tool.` }));
  if (errors.length > 0) throw new QuernError('invalid_parameters', errors[0]?.detail ?? '', { errors });
}

function namesOf(served: readonly LoadedEndpoint[]): ReadonlyMap<string, LoadedEndpoint> {
  return new Map(served.map((loaded) => [toolNameOf(loaded.endpoint.name), loaded]));
}
