import { type Key } from '../../access/key.js';
import { timestampText } from '../../access/key-rules.js';
import { mayCall } from '../../access/may-call.js';
import { signatureOf } from '../../access/signed-urls/signed-call.js';
import { type CallingUrl, readCallingUrl, withSignature } from '../../access/signed-urls/signed-url.js';
import { FORM_NAMES, isFormName } from '../../contract/form-names.js';
import { MAX_URL_BYTES } from '../../contract/request-limits.js';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import { type ParameterError } from '../../errors/quern-error.js';
import { takeSlice } from '../../pages/take-slice.js';
import { bindParameters } from '../../parameters/bind-parameters.js';
import { bareParameter } from '../../parameters/parameter.js';
import { CSV_SAFE, CURSOR, SQL } from '../../parameters/reserved-names.js';
import { type CommandContext } from '../command-context.js';
import { namedEntry } from '../named-key.js';
import { declaredEndpoints } from './declared-endpoints.js';
import { CALL_PREFIX } from '../../parameters/call-path.js';

/** Signs the URL of a call that its key may make, and whose parameters the service would take. */
export async function signUrl(context: CommandContext, text: string, options: SignOptions): Promise<void> {
  const settings = context.settings();
  const { key, signingSecret } = await namedEntry(settings, options.key);
  if (signingSecret === undefined) {
    throw new Error(`the key ${key.id} allows no signed URLs; \`quern keys update ${key.id} --signed-urls\` lets it`);
  }
  const { before, target } = splitUrl(text);
  const call = readCallingUrl(target);
  if (!call) throw noCall();
  const endpoint = await declaredEndpoint(settings.endpointsPath, call.endpoint);
  refuseUnanswered(key, endpoint, call);
  const expires = Math.floor(Date.now() / 1000) + options.expires;
  const signature = signatureOf({ ...call, keyId: key.id, endpointId: endpoint.id, expires }, signingSecret);
  const signed = withSignature(target, { keyId: key.id, expires, signature });
  if (signed.length > MAX_URL_BYTES) throw new Error(`the URL has more than ${MAX_URL_BYTES} bytes`);
  context.err.write(`Whoever has this URL may make this call as key ${key.id} until ${endOf(expires, key)}:\n`);
  context.out.write(`${before}${signed}\n`);
}

/** Splits a URL, escaped as browsers would send it, and without the part behind `#`. */
function splitUrl(text: string): { before: string; target: string } {
  const isPath = text.startsWith('/');
  if (!URL.canParse(text, isPath ? 'http://localhost' : undefined)) throw noCall();
  const { protocol, origin, pathname, search } = new URL(text, 'http://localhost');
  const start = pathname.indexOf(CALL_PREFIX);
  if (!/^https?:$/.test(protocol) || start === -1) throw noCall();
  return { before: `${isPath ? '' : origin}${pathname.slice(0, start)}`, target: `${pathname.slice(start)}${search}` };
}

function noCall(): Error {
  return new Error(
    `this is no URL of the rows of an endpoint, such as https://quern.example${CALL_PREFIX}<id or name>/rows.csv?project=demo`,
  );
}

async function declaredEndpoint(folder: string, reference: string): Promise<Endpoint> {
  const all = await declaredEndpoints(folder);
  const found =
    all.find(({ name }) => name === reference) ?? all.find(({ id }) => id.toLowerCase() === reference.toLowerCase());
  if (found?.endpoint) return found.endpoint;
  if (found) throw new Error(`the file of ${quote(found.name)} has mistakes; \`quern validate\` shows them`);
  const names = all.map(({ name }) => name);
  throw new Error(`there is no endpoint ${quote(reference)}.${didYouMean(reference, names)}`);
}

/** @throws Error, QuernError for a call that the service would answer with an error every time */
function refuseUnanswered(key: Key, endpoint: Endpoint, { form, parameters }: CallingUrl): void {
  if (!mayCall(key, endpoint)) throw new Error(`the key ${key.id} may not call ${quote(endpoint.name)}`);
  if (form !== undefined && !isFormName(form)) {
    throw new Error(`there is no form rows.${form}; there are ${FORM_NAMES.map((name) => `rows.${name}`).join(', ')}`);
  }
  // A cursor has values of its own, which only the served endpoint can read.
  if (endpoint.page && parameters.has(CURSOR)) return;
  const mistakes: ParameterError[] = [];
  const others = new Map(takeSlice(endpoint, parameters, mistakes).others);
  if (endpoint.sandboxing) others.delete(SQL);
  const isCsvSafe = form === 'csv' && endpoint.parameters.every(({ name }) => name !== CSV_SAFE);
  const declared = [...endpoint.parameters, ...(isCsvSafe ? [bareParameter(CSV_SAFE, 'boolean')] : [])];
  bindParameters(declared, others, key.bind, { strict: true, mistakes });
}

/** The end of a URL's life: that of its key, if that is sooner. */
function endOf(expires: number, { expiresAt }: Key): string {
  const own = new Date(expires * 1000);
  const isSooner = expiresAt !== undefined && expiresAt < own;
  return isSooner ? `${timestampText(expiresAt)}, when the key ends` : timestampText(own);
}

interface SignOptions {
  readonly key: string;
  /** Seconds. */
  readonly expires: number;
}
