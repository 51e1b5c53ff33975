import { ALL_SCOPES } from '../../access/key.js';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { openApiText } from './document.js';

const KEY = { id: 'k', scopes: ALL_SCOPES, bind: new Map<string, string>() };
const TERMS = { formats: { timestamps: 'iso8601', numbers: 'exact' }, version: '1.2.3' } as const;

function described(name: string, unchecked?: string) {
  const text = `id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: ${name}\ncolumns: [{ name: n, type: INT64 }]\nquery: SELECT 1 AS n\n`;
  const { endpoint } = readEndpoint('x.yaml', Buffer.from(text));
  if (!endpoint) throw new Error('the file is wrong');
  return { endpoint, columns: [{ name: 'n', type: 'INT64' }], ...(unchecked !== undefined && { unchecked }) };
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

  it.each([[[]], [[described('a')]], [[described('a'), described('b')]]])(
    'is laid out as JSON.stringify does it',
    (endpoints) => {
      const written = text(...endpoints);
      expect(written).toBe(`${JSON.stringify(JSON.parse(written), null, 2)}\n`);
      expect(text(...endpoints)).toBe(written);
    },
  );
});
