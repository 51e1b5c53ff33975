import { type Endpoint } from '../api/document.js';
import { snippetsOf } from './snippets.js';

const parameter = (name: string, type: string, array = false) => ({
  name,
  type,
  array,
  required: false,
  description: undefined,
  choices: undefined,
  open: false,
  default: undefined,
});

const ENDPOINT: Endpoint = {
  name: 'orders.list',
  id: 'an-id',
  path: '/api/endpoints/query/orders.list',
  description: '',
  terms: [],
  parameters: [parameter('name', 'STRING'), parameter('ids', 'INT64', true), parameter('paid', 'BOOL')],
  takesSql: false,
  columns: undefined,
  maxRows: 100,
  forms: [],
};

const VALUES = new Map([
  ['name', [`O'Hara & "co" $HOME \\`]],
  ['ids', ['1', '9007199254740993']],
  ['paid', ['true']],
]);

const textOf = (name: string, values: ReadonlyMap<string, readonly string[]>, endpoint = ENDPOINT) =>
  snippetsOf({ endpoint, values, base: 'http://127.0.0.1:3000/' }).find((each) => each.name === name)?.text;

const URL_TEXT =
  'http://127.0.0.1:3000/api/endpoints/query/orders.list?name=O%27Hara+%26+%22co%22+%24HOME+%5C&ids=1&ids=9007199254740993&paid=true';

describe('the call in other words', () => {
  it('is a line of curl that a shell takes as it is', () => {
    expect(textOf('curl', VALUES)).toBe(`curl -H "X-API-KEY: $QUERN_KEY" '${URL_TEXT}'\n`);
    expect(textOf('curl', new Map())).toContain("'http://127.0.0.1:3000/api/endpoints/query/orders.list'");
  });

  it('is a call of the client, with values of the types that it wants', () => {
    expect(textOf('TypeScript', VALUES)).toContain(
      `quern.query('orders.list', { name: "O'Hara & \\"co\\" $HOME \\\\", ids: [1, '9007199254740993'], paid: true });`,
    );
    expect(textOf('TypeScript', new Map())).toContain("quern.query('orders.list');");
  });

  it('is Python with nothing to install', () => {
    const text = textOf('Python', VALUES);
    expect(text).toContain(
      '    ("name", "O\'Hara & \\"co\\" $HOME \\\\"),\n    ("ids", "1"),\n    ("ids", "9007199254740993"),\n',
    );
    expect(text).toContain('headers={"X-API-KEY": os.environ["QUERN_KEY"]}');
  });

  it('is a query of DuckDB’s, over Parquet where there is that', () => {
    expect(textOf('DuckDB', VALUES)).toContain(`read_json('${URL_TEXT}')`);
    const forms = [{ name: 'parquet', path: `${ENDPOINT.path}/rows.parquet` }];
    expect(textOf('DuckDB', new Map([['paid', ['true']]]), { ...ENDPOINT, forms })).toContain(
      "SELECT * FROM read_parquet('http://127.0.0.1:3000/api/endpoints/query/orders.list/rows.parquet?paid=true');",
    );
  });

  it('leaves out what is empty', () => {
    for (const { text } of snippetsOf({ endpoint: ENDPOINT, values: new Map([['name', ['']]]), base: 'http://a/' })) {
      expect(text).not.toContain('name=');
      expect(text).not.toContain('"name"');
    }
  });
});
