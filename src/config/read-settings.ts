import { InvalidSettings } from './invalid-settings.js';
import { type Kind, refusal } from './kinds.js';
import { Settings, SETTINGS } from './settings.js';
import { suggestion } from '../errors/suggestion.js';

/** Variable for the key in callers' shells, as in the console's snippets; no setting, but often in the same shell when Quern is tried out. */
export const CALLERS_KEY = 'QUERN_KEY';

const VARIABLES: readonly string[] = SETTINGS.map(({ variable }) => variable);

/**
 * The only reader of the environment. An empty variable counts as unset, as `VAR=` in an env file is meant.
 *
 * @throws InvalidSettings with every problem, so that one start is enough to see them all.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = ours(env);
  const problems = [...given.keys()].filter((variable) => !VARIABLES.includes(variable)).map(unknownVariable);
  const values: Record<string, unknown> = {};
  for (const setting of SETTINGS) {
    const kind: Kind<unknown> = setting.kind;
    const text = given.get(setting.variable) ?? setting.default;
    const value = text === undefined ? undefined : kind.parse(text);
    if (text !== undefined && value === undefined) problems.push(refusal(setting.variable, text, kind));
    values[setting.property] = value;
  }
  const settings = Object.freeze(values) as Settings;
  if (settings.engine === 'bigquery') problems.push(...missingForBigQuery(settings));
  if (problems.length > 0) throw new InvalidSettings(problems);
  return settings;
}

/** A problem for each setting without which there is no asking BigQuery. */
export function missingForBigQuery({ bigqueryProject, bigqueryDataset }: Settings): readonly string[] {
  return Object.entries({ QUERN_BIGQUERY_PROJECT: bigqueryProject, QUERN_BIGQUERY_DATASET: bigqueryDataset })
    .filter(([, value]) => value === undefined)
    .map(([variable]) => `${variable} is required with QUERN_ENGINE=bigquery.`);
}

function ours(env: NodeJS.ProcessEnv): Map<string, string> {
  const given = new Map<string, string>();
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith('QUERN_') || variable === CALLERS_KEY || value === '') continue;
    if (!isServiceLink(variable, value)) given.set(variable, value);
  }
  return given;
}

/** Most settings with the same beginning that a message suggests. */
const MAX_MEANT = 3;

/** The problem of a misspelt name, which would leave its default in force unnoticed. Its value may be a secret and is not repeated. */
function unknownVariable(variable: string): string {
  const longer = VARIABLES.filter((name) => name.startsWith(`${variable}_`));
  const isBeginning = longer.length > 0 && longer.length <= MAX_MEANT;
  const meant = isBeginning ? longer.join(' or ') : suggestion(variable, VARIABLES);
  return `${variable} is not a setting of Quern${meant === undefined ? '; remove it.' : `; did you mean ${meant}?`}`;
}

/**
 * Kubernetes puts the addresses of every Service of the namespace into each container ("service links"). A Service
 * named `quern` brings `QUERN_SERVICE_HOST`, `QUERN_PORT_3000_TCP_ADDR` and, of all names, `QUERN_PORT` with
 * `tcp://10.0.0.1:3000` in it. None of them is the operator's, so they count neither as settings nor as typos.
 *
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
function isServiceLink(variable: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT(_\w+)?)$/.test(variable) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(variable) ||
    (variable.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
  );
}
