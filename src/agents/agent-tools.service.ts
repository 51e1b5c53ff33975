import { type CallToolResult } from '@modelcontextprotocol/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { contractOf } from '../contract/endpoint-contract.js';
import { FORMS } from '../contract/form-names.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { internalError, QuernError } from '../errors/quern-error.js';
import { errorText } from '../errors/error-text.js';
import { excerpt } from '../errors/excerpt.js';
import { type Answer } from '../execution/answer.js';
import { type CallingRequest, type GivenParameters, NO_DIRECTIVES } from '../execution/call.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Executor } from '../execution/executor.service.js';
import { hasSandboxSql } from '../execution/sandbox-sql.js';
import { mistake } from '../parameters/bind-parameters.js';
import { SLICE } from '../parameters/reserved-names.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { type Tool, toolNameOf, toolOf } from './tool.js';
import { errorResult, rowsResult } from './tool-result.js';
import { MAX_URL_BYTES, MAX_VALUES } from '../contract/request-limits.js';
import { type CallParameters } from '../parameters/query-string.js';
import { CALL_PREFIX } from '../parameters/call-path.js';

/** Links to all rows of a result, for holders of the key. None where a column is hidden, which these forms would show. */
function resourceLinks({ name, agents }: Endpoint, parameters: CallParameters, baseUrl: string | undefined) {
  if (baseUrl === undefined || (agents?.hide.length ?? 0) > 0) return [];
  const pairs = [...parameters].flatMap(([key, values]) => values.map((value): [string, string] => [key, value]));
  const query = new URLSearchParams(pairs).toString();
  return (['csv', 'parquet'] as const).flatMap((form) => {
    const uri = `${baseUrl}${CALL_PREFIX}${encodeURIComponent(name)}/rows.${form}${query && `?${query}`}`;
    const link = { type: 'resource_link' as const, uri, name: `${name}.${form}`, mimeType: FORMS[form].mediaType };
    return uri.length > MAX_URL_BYTES ? [] : [link];
  });
}

/** Who calls tools. What counts and measures calls is left out for an operator on standard input. */
export interface AgentSession {
  readonly key: Key;
  /** Request that a call comes in; undefined on standard input. */
  readonly request?: CallingRequest | undefined;
  /** Address of the REST interface, for links to whole results; undefined where there is none. */
  readonly baseUrl?: string | undefined;
  /** Counts a call with SQL of its own. @throws QuernError `rate_limited` */
  admitSql?(): void;
  /** Called with the endpoint as soon as it is known. */
  called?(endpoint: Endpoint): void;
  answered?(answer: Answer): void;
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

  list(key: Key): readonly Tool[] {
    return this.visible.list(key).flatMap((loaded) => {
      const { agents } = loaded.endpoint;
      return agents ? [toolOf(contractOf(loaded, key, this.settings), agents)] : [];
    });
  }

  /** Calls a tool; undefined where there is no such tool for the key, or none at all. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    session: AgentSession,
    signal: AbortSignal,
  ): Promise<CallToolResult | undefined> {
    const endpoint = this.find(name, session.key);
    if (!endpoint) {
      this.logger.log(`no tool ${excerpt(name)} for ${session.key.id}`, { key: session.key.id });
      return undefined;
    }
    session.called?.(endpoint);
    const begin = performance.now();
    const tell = (outcome: string, code?: string) => {
      const fields = { request_id: session.request?.requestId, endpoint: endpoint.name, key: session.key.id, code };
      const milliseconds = (performance.now() - begin).toFixed(0);
      this.logger.log(`tool ${name} for ${session.key.id}: ${outcome} in ${milliseconds} ms`, fields);
    };
    try {
      const { parameters, mistakes = [] } = parametersOf(args, endpoint);
      if (hasSandboxSql(parameters)) session.admitSql?.();
      const call = { key: session.key, endpoint: endpoint.name, parameters, strict: true, mistakes };
      const answer = await this.executor.execute(call, signal, NO_DIRECTIVES, session.request);
      const result = rowsResult(answer, resourceLinks(endpoint, parameters, session.baseUrl));
      session.answered?.(answer);
      this.stats.answered(answer, 200);
      tell(`${answer.result.rows} rows, ${answer.outcome}`);
      return result;
    } catch (error) {
      if (signal.aborted) throw error;
      // The protocol's package would send the error's own words to the client.
      const problem = error instanceof QuernError ? error : internalError(error);
      if (problem !== error) this.logger.error(`tool ${name}: ${errorText(error)}`, (error as Error).stack);
      tell(problem.code, problem.code);
      return errorResult(problem);
    }
  }

  private find(name: string, key: Key): Endpoint | undefined {
    const served = this.registry.list();
    const tools =
      this.byName.get(served) ?? new Map(served.map((loaded) => [toolNameOf(loaded.endpoint.name), loaded]));
    this.byName.set(served, tools);
    // Models write the title as well, which has dots.
    const named = tools.get(toolNameOf(name))?.endpoint.name ?? name;
    const endpoint = this.visible.findIfVisible(key, named)?.endpoint;
    return endpoint?.agents && (name === endpoint.name || name === toolNameOf(endpoint.name)) ? endpoint : undefined;
  }
}

/** Message for an argument of an unsupported kind. */
const NO_VALUE = 'must be text, a number, true, false, null, or a list of these; a whole number beyond 2^53 is text';

/**
 * Reads the arguments of a tool call as texts like those of a URL; null counts as missing. Slices are mistakes: a tool has as many rows as
 * its file says, and pages by `cursor`; parts of an answer are the REST interface's.
 *
 * @throws QuernError `too_many_parameters`
 */
function parametersOf(args: Readonly<Record<string, unknown>>, { slices }: Endpoint): GivenParameters {
  const given = Object.entries(args).map(([name, value]) => [name, [value].flat()] as const);
  const count = given.reduce((sum, [, values]) => sum + values.length, 0);
  if (count > MAX_VALUES) {
    throw new QuernError('too_many_parameters', `The call has ${count} values; ${MAX_VALUES} are allowed.`);
  }
  const texts = given.map(([name, values]) => [name, values.map(textOf)] as const);
  const mistakes = texts.flatMap(([name, values]) => {
    if (slices && SLICE.some((each) => each === name)) return [mistake(name, 'is no parameter of this tool')];
    return values.includes(undefined) ? [mistake(name, NO_VALUE)] : [];
  });
  return { parameters: new Map(texts.map(([name, values]) => [name, values.map((value = '') => value)])), mistakes };
}

/** Undefined for anything but a value, and for whole numbers beyond 2^53 - 1, which have lost digits by now. */
function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact || typeof value === 'boolean' ? String(value) : undefined;
}
