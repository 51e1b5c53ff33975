import { bareParameter } from '../parameters/parameter.js';
import { type Key } from './key.js';
import { mayCall } from './may-call.js';

const endpoint = {
  id: '0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a',
  name: 'orders.list',
  bound: ['tenant'],
  parameters: [
    { ...bareParameter('tenant', 'string'), enum: ['a', 'b'], default: 'a', otherwiseDefault: true },
    bareParameter('since', 'date'),
  ],
};

function key(bind: Readonly<Record<string, string>>, rest: Partial<Key> = {}): Key {
  return { id: 'k', scopes: ['orders.*'], bind: new Map(Object.entries(bind)), ...rest };
}

describe('mayCall', () => {
  it.each([
    ['bound as the endpoint wants', key({ tenant: 'a' }), true],
    ['bound to nothing', key({}), false],
    ['bound to nothing, as the operator is', key({}, { anyTenant: true }), true],
    ['bound to a value that the endpoint does not take', key({ tenant: 'c' }), false],
    ['bound to a parameter that the endpoint does not have', key({ tenant: 'a', other: 'x' }), false],
    ['without a scope for it', key({ tenant: 'a' }, { scopes: ['usage.*', 'admin'] }), false],
    ['with its id as a scope', key({ tenant: 'a' }, { scopes: [endpoint.id] }), true],
  ])('is told of a key that is %s', (_, caller, expected) => {
    expect(mayCall(caller, endpoint)).toBe(expected);
  });
});
