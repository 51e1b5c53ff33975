import { Chance } from './chance.js';
import { type FuzzedRequest, makeRequest } from './fuzz.js';
import { faultOfService } from './service.js';
import { deliver, faultsOf } from './wire.js';
import { type TestService } from '../service.js';

/** How a run of the fuzzer has ended. */
export interface FuzzRun {
  readonly requests: number;
  /** Those that had an answer at all. */
  readonly answered: number;
  /** What was wrong, and the request that it came of, as JavaScript can read it again; undefined where nothing was. */
  readonly failure: string | undefined;
}

/** Connections at once. */
const CLIENTS = 32;
/** How many requests there are between two looks at the service. */
const INTERVAL = 50;

/** Sends what a seed brings, in its order, until it is over or something is wrong. */
export async function fuzz(
  service: TestService,
  seed: number,
  isOver: (requests: number) => boolean,
): Promise<FuzzRun> {
  const chance = new Chance(seed);
  let [requests, answered] = [0, 0];
  let failure: string | undefined;
  const client = async () => {
    while (failure === undefined && !isOver(requests)) {
      requests += 1;
      const number = requests;
      const request = makeRequest(chance);
      const received = await deliver(service.base, request.bytes, request);
      if (received.length > 0) answered += 1;
      const faults = faultsOf(received);
      if (number % INTERVAL === 0) faults.push(...[(await faultOfService(service)) ?? []].flat());
      if (faults.length > 0) failure ??= `${faults.join('; ')}\n${told(number, request)}`;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { requests, answered, failure };
}

/** A request as one can read it, and as JavaScript can send it again. */
function told(number: number, { bytes, ...delivery }: FuzzedRequest): string {
  const again = `Buffer.from('${bytes.toString('base64')}', 'base64'), ${JSON.stringify(delivery)}`;
  return `request ${number}: ${JSON.stringify(bytes.toString('latin1'))}\ndeliver(base, ${again})`;
}
