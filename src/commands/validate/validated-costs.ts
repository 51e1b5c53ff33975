import { problemIn } from '../../endpoint-files/endpoint-source.js';
import { LEAST_BYTES } from '../../config/budget.js';
import { type Problem } from '../../diagnostics/problem.js';
import { quote } from '../../errors/excerpt.js';
import { TEXT_START } from '../../googlesql/tokens/text-position.js';
import { type EndpointCheck } from '../../registry/check-endpoint.js';
import { UsageError } from '../command-context.js';
import { readGivenFile } from '../given-file.js';

/** The bytes that a run of each endpoint would read, by its name. */
export type Costs = Readonly<Record<string, number>>;

/** @throws Error where the engine does not report them */
export function costsOf(endpoints: readonly EndpointCheck[]): Costs {
  const costs = endpoints.map(({ endpoint: { name }, bytesProcessed }) => [name, bytesProcessed] as const);
  if (costs.length > 0 && costs.every(([, bytes]) => bytes === undefined))
    throw new UsageError('This engine does not report the bytes that a run would read; name another one with --engine');
  return Object.fromEntries(costs.filter(([, bytes]) => bytes !== undefined)) as Costs;
}

/** Reads the output of `quern validate --cost --format json`. @throws UsageError for other content */
export async function recordedCosts(file: string): Promise<Costs> {
  const costs = costsIn(await readGivenFile('--against', file));
  if (!costs)
    throw new UsageError(
      `--against ${quote(file)} has no costs; write it with quern validate --cost --format json > ${file}`,
    );
  return costs;
}

/** Warns of endpoints whose runs would read more than `factor` times the recorded bytes. Equal bills are no dearer. */
export function dearerThan(endpoints: readonly EndpointCheck[], before: Costs, factor: number): readonly Problem[] {
  return endpoints.flatMap(({ endpoint, bytesProcessed = 0 }) => {
    const recorded = Object.hasOwn(before, endpoint.name) ? before[endpoint.name] : undefined;
    if (recorded === undefined || bytesProcessed <= factor * Math.max(LEAST_BYTES, recorded)) return [];
    const message = `a run would read ${bytesProcessed.toLocaleString('en')} bytes instead of ${recorded.toLocaleString('en')}; make the query read less, or record what it costs anew`;
    return [problemIn(endpoint, 'dearer', { ...TEXT_START, message })];
  });
}

/** `usage.api-counts: 4,096 bytes, 512 before` */
export function costLines(costs: Costs, before: Costs | undefined): string {
  const lines = Object.entries(costs).map(([name, bytes]) => {
    const recorded = before && Object.hasOwn(before, name) ? before[name] : undefined;
    const then = recorded === undefined ? 'new' : `${recorded.toLocaleString('en')} before`;
    return `${name}: ${bytes.toLocaleString('en')} bytes${before ? `, ${then}` : ''}\n`;
  });
  return lines.join('');
}

function costsIn(text: string): Costs | undefined {
  try {
    const { costs } = JSON.parse(text) as { readonly costs?: Costs };
    const isWhole =
      typeof costs === 'object' && Object.values(costs).every((bytes) => Number.isSafeInteger(bytes) && bytes >= 0);
    return isWhole ? costs : undefined;
  } catch {
    return undefined;
  }
}
