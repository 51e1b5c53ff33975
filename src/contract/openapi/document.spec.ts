import { ALL_SCOPES } from '../../access/key.js';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { contractOf, rowSchema } from '../endpoint-contract.js';
import { MAX_PART_BYTES, type Part, wantedPart } from '../listing/part.js';
import { openApiText } from './document.js';
import { readDocument } from './read-document.js';

const KEY = { id: 'k', scopes: ALL_SCOPES, bind: new Map<string, string>() };
const TERMS = { formats: { timestamps: 'iso8601', numbers: 'exact' }, version: '1.2.3' } as const;

const PARAMETERS = '{ most: { type: integer, min: 1 }, since: { type: timestamp, max: 2030-01-01T00:00:00Z } }';

function described(name: string, unchecked?: string) {
  const file = `id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a
name: ${name}
description: Orders.
parameters: ${PARAMETERS}
columns: [{ name: n, type: INT64 }]
query: SELECT @most + UNIX_SECONDS(@since) AS n
`;
  const { endpoint } = readEndpoint('x.yaml', Buffer.from(file));
  if (!endpoint) throw new Error('the file is wrong');
  return { endpoint, columns: [{ name: 'n', type: 'INT64' }], ...(unchecked !== undefined && { unchecked }) };
}

/** Without reading a file for each. */
function renamed(name: string, description?: string) {
  const one = described('a');
  return { ...one, endpoint: { ...one.endpoint, name, ...(description !== undefined && { description }) } };
}

function text(...endpoints: ReturnType<typeof described>[]): string {
  return [...openApiText(endpoints, KEY, TERMS)].join('');
}

describe('openApiText', () => {
  it('says that the columns of an endpoint are not known, where the query could not be checked', () => {
    const written = text(described('a', 'the engine is away'), described('b'));
    const { paths, components } = JSON.parse(written) as {
      paths: Record<string, { get: Record<string, unknown> }>;
      components: { schemas: Record<string, unknown> };
    };
    expect(paths['/api/endpoints/query/a']?.get['x-quern-unchecked']).toBe(true);
    expect(components.schemas.a_row).toEqual({ type: 'object' });
    expect(paths['/api/endpoints/query/b']?.get).not.toHaveProperty('x-quern-unchecked');
    expect(components.schemas.b_row).toMatchObject({ properties: { n: {} }, required: ['n'] });
    // The reason is the operator's.
    expect(written).not.toContain('the engine is away');
  });

  it.each([[[]], [[described('a')]], [[described('a'), described('b')]]])('is the same text each time', (endpoints) => {
    const written = text(...endpoints);
    expect(written).toBe(`${JSON.stringify(JSON.parse(written))}\n`);
    expect(text(...endpoints)).toBe(written);
  });

  it('has what endpoints share once: an endpoint with a parameter takes less than 2 KB', () => {
    const [one, ...others] = Array.from({ length: 101 }, (_, index) => {
      const { endpoint, columns } = renamed(`shop.orders-${index}`);
      return { columns, endpoint: { ...endpoint, parameters: endpoint.parameters.slice(0, 1) } };
    });
    if (!one) throw new Error('there is none');
    const bytes = (text(one, ...others).length - text(one).length) / others.length;
    expect(bytes).toBeLessThan(2048);
  });

  it('has every schema once it is read back, whichever of them are shared', () => {
    const [endpoint] = readDocument(text(described('a'))).values();
    const contract = contractOf(described('a'), KEY, TERMS.formats);
    expect(endpoint?.row).toEqual(rowSchema(contract));
    const schemas = contract.parameters.map(({ name, schema }) => [name, schema]);
    expect(Array.from(endpoint?.parameters ?? []).map(([name, { schema }]) => [name, schema])).toEqual(schemas);
  });

  it('ends a part behind the endpoint with which it has enough, and says where the next one begins', () => {
    const words = 'x'.repeat(300_000);
    const many = Array.from({ length: 40 }, (_, index) => renamed(`n${10 + index}`, words));
    const names: string[] = [];
    let part: Part | undefined = { name: 'n', after: '' };
    while (part) {
      const written = [...openApiText(many, KEY, { ...TERMS, part })].join('');
      expect(written.length).toBeLessThan(MAX_PART_BYTES + 500_000);
      const { paths, 'x-quern-next': next } = JSON.parse(written) as { paths: object; 'x-quern-next'?: string };
      names.push(...Object.keys(paths).flatMap((path) => /query\/(.*)/.exec(path)?.[1] ?? []));
      if (next === undefined)
        expect([...readDocument(written).keys()]).toEqual(names.slice(-readDocument(written).size));
      else expect(() => readDocument(written, 'openapi.json')).toThrow(`openapi.json is a part of a document`);
      part = next === undefined ? undefined : wantedPart(next);
    }
    expect(names).toEqual(many.map(({ endpoint }) => endpoint.name));
  });
});
