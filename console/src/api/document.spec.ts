import { endpointsOf, joined, type OpenApi } from './document.js';

const DOCUMENT = {
  paths: {
    '/api/endpoints': { get: { summary: 'Every endpoint' } },
    '/api/endpoints/query/orders.list': {
      get: {
        summary: 'orders.list',
        description: 'Orders.\n\nOf all countries.\n\nAt most 100 rows.\n\nNot cached.',
        'x-quern-id': 'an-id',
        parameters: [
          {
            name: 'country',
            in: 'query',
            required: true,
            description: 'Two letters.',
            schema: { type: 'string', enum: ['NO', 'PT'], 'x-googlesql-type': 'STRING' },
          },
          {
            name: 'ids',
            in: 'query',
            schema: { type: 'array', items: { type: 'integer' }, default: [1, 2], 'x-googlesql-type': 'ARRAY<INT64>' },
          },
          {
            name: 'order',
            in: 'query',
            schema: { anyOf: [{ type: 'string', enum: ['up'] }, { type: ['string'] }], default: 'up' },
          },
          { name: 'paid', in: 'query', schema: { type: 'boolean', 'x-googlesql-type': 'BOOL' } },
          { name: 'sql', in: 'query', schema: { type: 'string' } },
          { $ref: '#/components/parameters/Prefer' },
        ],
        responses: {
          '200': { $ref: '#/components/responses/orders_list_rows' },
        },
      },
    },
  },
  components: {
    responses: {
      orders_list_rows: {
        content: {
          'application/vnd.unknown': {},
          'application/json': {
            schema: {
              properties: {
                result: { maxItems: 100, items: { anyOf: [{ $ref: '#/components/schemas/orders_list_row' }] } },
              },
            },
          },
          'application/vnd.apache.parquet': {},
        },
      },
    },
    schemas: {
      orders_list_row: {
        properties: {
          '2024': { 'x-googlesql-type': 'INT64' },
          country: { 'x-googlesql-type': 'STRING', description: 'Where.' },
        },
        required: ['country', '2024'],
      },
    },
  },
} as unknown as OpenApi;

describe('an endpoint of an OpenAPI document', () => {
  const [endpoint, ...others] = endpointsOf(DOCUMENT);

  it('is each path of a saved query, and nothing else', () => {
    expect(others).toEqual([]);
    expect(endpoint).toMatchObject({
      name: 'orders.list',
      id: 'an-id',
      path: '/api/endpoints/query/orders.list',
      description: 'Orders.\n\nOf all countries.',
      terms: ['At most 100 rows.', 'Not cached.'],
      maxRows: 100,
      forms: [
        { name: 'json', path: '/api/endpoints/query/orders.list/rows.json' },
        { name: 'parquet', path: '/api/endpoints/query/orders.list/rows.parquet' },
      ],
    });
  });

  it('is the same in the parts that a document of many comes in', () => {
    const other = { paths: {}, components: { schemas: {} } };
    expect(endpointsOf(joined([other, DOCUMENT, other]))).toEqual([endpoint]);
  });

  it('has a field for each parameter, with what can be chosen and what a missing value becomes', () => {
    expect(endpoint?.parameters).toEqual([
      expect.objectContaining({ name: 'country', required: true, choices: ['NO', 'PT'], open: false, array: false }),
      expect.objectContaining({ name: 'ids', required: false, array: true, type: 'INT64', default: '1, 2' }),
      expect.objectContaining({ name: 'order', choices: ['up'], open: true, default: 'up' }),
      expect.objectContaining({ name: 'paid', choices: ['true', 'false'], default: undefined }),
    ]);
    expect(endpoint?.takesSql).toBe(true);
  });

  it('has its columns in the order of the query, whatever they are called', () => {
    expect(endpoint?.columns).toEqual([
      { name: 'country', type: 'STRING', description: 'Where.' },
      { name: '2024', type: 'INT64', description: undefined },
    ]);
  });
});
