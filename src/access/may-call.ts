import { covers, type Key } from './key.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { parseValue } from '../parameters/parse-value.js';

/**
 * May the key call the endpoint with some values at all? A scope has to name it, and what the key is bound to and what the endpoint
 * wants keys to be bound to have to go together.
 */
export function mayCall(key: Key, endpoint: Pick<Endpoint, 'id' | 'name' | 'bound' | 'parameters'>): boolean {
  if (!covers(key, endpoint)) return false;
  if (!key.anyTenant && !endpoint.bound.every((name) => key.bind.has(name))) return false;
  return Array.from(key.bind).every(([name, text]) => {
    const declaration = endpoint.parameters.find((each) => each.name === name);
    return declaration && text !== '' && 'value' in parseValue({ ...declaration, otherwiseDefault: false }, text);
  });
}
