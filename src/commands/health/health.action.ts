import { type Settings } from '../../config/settings.js';
import { errorText } from '../../errors/error-text.js';
import { printable } from '../../errors/excerpt.js';
import { type CommandContext, Exit } from '../command-context.js';

/** Bytes that are read of an answer: some twenty times the length of a service's. */
const MAX_BYTES = 64 * 1024;

/** Characters of a sentence that are shown: the server may not be Quern. */
const MAX_SHOWN = 200;

/** The parts of an answer to `/readyz` that are read; `/health` and `/livez` have no checks. */
interface Told {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly checks?: Readonly<Record<string, { readonly status?: unknown; readonly detail?: unknown }>>;
}

/** Prints the state of a service in one line. @param timeout in seconds @throws Exit where it is down, or does not answer */
export async function health(
  context: CommandContext,
  given: URL | undefined,
  { timeout }: { readonly timeout: number },
): Promise<void> {
  const url = given ?? ownUrl(context.settings());
  if (url.pathname === '/') url.pathname = '/readyz';
  const { told, line } = await ask(url, timeout);
  (told ? context.out : context.err).write(`${line}\n`);
  if (!told) throw new Exit(1);
}

async function ask(url: URL, timeout: number): Promise<{ readonly told: boolean; readonly line: string }> {
  try {
    const signal = AbortSignal.timeout(timeout * 1000);
    const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
    const told = toldIn(await textOf(response));
    if (!told) return { told: false, line: `no answer of Quern: ${url.href} answers ${response.status}` };
    return { told: response.ok && told.status !== 'down', line: lineOf(told, url) };
  } catch (error) {
    return { told: false, line: `no answer: ${url.href}: ${reasonOf(error, timeout)}` };
  }
}

/** The health address of these settings' service, on the same machine. @throws Error where the port is not known */
function ownUrl(settings: Settings): URL {
  const isApart = settings.metricsPort !== undefined;
  const [host, port] = isApart ? [settings.metricsHost, settings.metricsPort] : [settings.host, settings.port];
  if (port === 0)
    throw new Error(`QUERN_${isApart ? 'METRICS_' : ''}PORT is 0, so that the port is not known; give the URL`);
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${here.includes(':') ? `[${here}]` : here}:${port}/`);
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > MAX_BYTES) return '';
  }
  return Buffer.concat(chunks).toString();
}

function toldIn(text: string): Told | undefined {
  try {
    const body = JSON.parse(text) as Told | null;
    return body && ['ok', 'degraded', 'down'].includes(body.status) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** `degraded: keys: The keys file cannot be used as it is; …` */
function lineOf({ status, checks = {} }: Told, url: URL): string {
  const wrong = Object.entries(checks).filter(([, check]) => check.status !== 'ok');
  const sentences = wrong.map(([name, { detail }]) => `${shown(name)}: ${shown(detail)}`);
  return [`${status}: ${url.href}`, ...sentences].join(' ');
}

function shown(text: unknown): string {
  return printable(String(text).slice(0, MAX_SHOWN));
}

/** The reason of a failed request, which `fetch` hides behind "fetch failed". */
function reasonOf(error: unknown, timeout: number): string {
  const { name, cause = error } = error as { readonly name?: string; readonly cause?: unknown };
  if (name === 'TimeoutError') return `nothing came within ${timeout} s`;
  const { code } = cause as { readonly code?: unknown };
  return shown(typeof code === 'string' ? code : errorText(cause));
}
