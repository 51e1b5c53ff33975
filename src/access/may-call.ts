import { covers, type Key } from './key.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { parseValue } from '../parameters/parse-value.js';

/**
 * Whether the key may call the endpoint with some values at all. A scope has to name it, and the bindings of the key have to agree with
 * those that the endpoint demands.
 */
export function mayCall(key: Key, endpoint: Pick<Endpoint, 'id' | 'name' | 'bound' | 'parameters'>): boolean {
  if (!covers(key, endpoint)) return false;
  if (!key.anyTenant && !endpoint.bound.every((name) => key.bind.has(name))) return false;
  return Array.from(key.bind).every(([name, text]) => {
    const declaration = endpoint.parameters.find((each) => each.name === name);
    return declaration && text !== '' && 'value' in parseValue({ ...declaration, otherwiseDefault: false }, text);
  });
}
