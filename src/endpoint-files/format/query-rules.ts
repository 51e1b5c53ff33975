import { quote } from '../../errors/excerpt.js';
import { choice } from '../../errors/listing.js';
import { type NamedParameter, namedParameters, refusedParameters } from '../../googlesql/checks/named-parameters.js';
import { problemAt, type SqlProblem } from '../../googlesql/sql-problem.js';
import { isSameName } from '../../googlesql/tokens/by-name.js';
import { clockProblems } from '../../googlesql/checks/frozen-clock.js';
import { statementProblem } from '../../googlesql/checks/statement-problem.js';
import { volatileProblems } from '../../googlesql/checks/volatile-functions.js';
import { placeIn } from '../endpoint-source.js';
import type { Endpoint } from '../endpoint.js';
import type { EndpointFile } from './endpoint-file.js';
import { PARAMETER_NAME } from './parameter-name.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { ProblemCode } from '../../diagnostics/problem-codes.js';
import type { YamlMapping } from '../yaml/yaml-value.js';

/**
 * Checks that a query is one SELECT, that it uses all parameters of the file and no others, and that its answer may be cached, and verified by its
 * tables alone, where the file asks for that.
 */
export function checkQuery(
  endpoint: Pick<Endpoint, 'sql' | 'source'>,
  parameters: YamlMapping | undefined,
  { caching, refresh }: EndpointFile,
  problems: Problems,
): void {
  const { sql } = endpoint;
  const statement = statementProblem(sql);
  const used = firstUses(sql);
  const declared = Array.from(parameters?.entries.keys() ?? []);
  const add = (code: ProblemCode, found: readonly SqlProblem[]) => {
    for (const problem of found) problems.add(code, placeIn(endpoint, problem), problem.message);
  };
  add('not_one_select', statement ? [statement] : []);
  add('undeclared_parameter', [...refusedParameters(sql), ...used.flatMap((use) => undeclared(use, declared) ?? [])]);
  if (typeof caching === 'number') add('volatile_function', volatileProblems(sql));
  if (refresh === 'on_change') add('clock_dependent', clockProblems(sql));
  // A query that cannot be read to its end may use them there.
  if (!statement) reportUnused(used, parameters, problems);
}

/** The first use of each spelling, so that a name that is wrong in ten places is reported once. */
function firstUses(sql: string): readonly NamedParameter[] {
  const uses = new Map<string, NamedParameter>();
  for (const use of namedParameters(sql)) {
    if (!uses.has(use.name)) uses.set(use.name, use);
  }
  return [...uses.values()];
}

function undeclared(parameter: NamedParameter, declared: readonly string[]): SqlProblem | undefined {
  const { name } = parameter;
  if (declared.includes(name)) return undefined;
  const spelled = declared.find((other) => isSameName(other, name));
  const message =
    spelled === undefined
      ? `@${name} is not declared; add it under "parameters".${choice(name, declared)}`
      : `@${name} is declared as ${quote(spelled)}; write @${spelled}`;
  return problemAt(parameter, message);
}

function reportUnused(used: readonly NamedParameter[], parameters: YamlMapping | undefined, problems: Problems): void {
  for (const [name, { keyPlace }] of parameters?.entries ?? []) {
    // A name that no query could use has been refused before.
    if (PARAMETER_NAME.form.test(name) && !used.some((use) => isSameName(use.name, name))) {
      const message = `the query does not use ${quote(name)}; write @${name} in it, or remove the parameter`;
      problems.add('unused_parameter', keyPlace, message);
    }
  }
}

/** Compares as GoogleSQL does, without regard to case. */
