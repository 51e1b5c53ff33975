import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { InstalledQuern } from '../support/processes/installed-quern.js';
import { endpointFile } from '../support/endpoint-file.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('quern new', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('endpoints/taken.yaml', endpointFile({ name: 'taken.name', query: 'SELECT 1 AS one' }));
    await installed.write('data/orders.ndjson', '{"id": 1, "placed_at": "2026-11-20T09:00:00Z", "select": "NO"}');
    const fields = [
      { name: 'id', type: 'INTEGER' },
      { name: 'placed_at', type: 'TIMESTAMP' },
      { name: 'country', type: 'STRING' },
    ];
    await installed.write('data/orders.schema.json', JSON.stringify(fields));
  });
  afterAll(async () => installed.close());

  const text = async (file: string) => readFile(join(installed.folder, file), 'utf8');
  const content = async (file: string) => parse(await text(file)) as Record<string, unknown>;

  it('writes a file that can be served, without a question where nobody could answer', async () => {
    const { status, out, err } = await installed.here(['new', 'plain.one']);
    expect({ status, out, err }).toEqual({
      status: 0,
      out: 'endpoints/plain.one.yaml\n',
      err: 'Try it: quern run plain.one\n',
    });
    const { id, ...rest } = await content('endpoints/plain.one.yaml');
    expect(id).toMatch(UUID);
    expect(rest).toMatchObject({ name: 'plain.one', caching: 'disabled' });
    const run = await installed.here(['run', 'plain.one']);
    expect(JSON.parse(run.out)).toEqual([{ greeting: 'hello' }]);
  });

  it('writes names that are keywords in backticks', async () => {
    expect((await installed.here(['new', 'keyword.one', '-p', 'limit:integer'])).status).toBe(0);
    const run = await installed.here(['run', 'keyword.one', '-p', 'limit=3']);
    expect(JSON.parse(run.out)).toEqual([{ limit: 3 }]);
  });

  it('points editors to the schema that is installed', async () => {
    await installed.here(['new', 'schema.one', '--folder', join(installed.folder, 'endpoints/deeper/still')]);
    const [first = ''] = (await text('endpoints/deeper/still/schema.one.yaml')).split('\n');
    const [, path = ''] = /^# yaml-language-server: \$schema=(.+)$/.exec(first) ?? [];
    const schema = await text(join('endpoints/deeper/still', path));
    expect(JSON.parse(schema)).toHaveProperty('$schema');
  });

  it('says everything that the flags say', async () => {
    const flags = ['-d', 'What: "x" # y', '-p', 'ids:integer[]', '-p', 'since:timestamp!', '--max-rows', '5'];
    const caching = ['--caching', '60', '--cache-warming', '20'];
    const query = ['--query', 'SELECT @since AS since, @ids AS ids'];
    const { status, err } = await installed.here(['new', 'flags.all', ...flags, ...caching, ...query]);
    expect({ status, err }).toEqual({ status: 0, err: 'Try it: quern run flags.all -p since=…\n' });
    expect(await content('endpoints/flags.all.yaml')).toMatchObject({
      description: 'What: "x" # y',
      parameters: { ids: { type: 'array', items: 'integer' }, since: { type: 'timestamp', required: true } },
      max_rows: 5,
      caching: 60,
      cache_warming: 20,
      query: 'SELECT @since AS since, @ids AS ids\n',
    });
  });

  it('begins with the columns of a table, filtered by the parameters that are named as they are', async () => {
    const parameters = ['-p', 'country:string'];
    const { status } = await installed.here(['new', 'table.one', '--table', 'orders', ...parameters]);
    expect(status).toBe(0);
    expect((await content('endpoints/table.one.yaml')).query).toBe(
      'SELECT\n  id,\n  placed_at,\n  country\nFROM orders\n' +
        'WHERE placed_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)\n' +
        '  AND (@country IS NULL OR country = @country)\n',
    );
  });

  it.each([
    [['since:timestamp!'], 'WHERE placed_at >= @since\n'],
    [['since:timestamp'], 'WHERE placed_at >= COALESCE(@since, TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY))\n'],
    [
      ['from:timestamp', 'to:timestamp'],
      'WHERE placed_at >= COALESCE(@from, TIMESTAMP_SUB(COALESCE(@to, CURRENT_TIMESTAMP()), INTERVAL 1 DAY))\n' +
        '  AND (@to IS NULL OR placed_at < @to)\n',
    ],
    [
      ['end_date:date!'],
      'WHERE placed_at >= TIMESTAMP_SUB(CAST(@end_date AS TIMESTAMP), INTERVAL 1 DAY)\n' +
        '  AND placed_at < CAST(@end_date AS TIMESTAMP)\n',
    ],
    [
      ['since:timestamp!', 'min_id:integer', 'id_max:integer!'],
      'WHERE placed_at >= @since\n  AND (@min_id IS NULL OR id >= @min_id)\n  AND id <= @id_max\n',
    ],
  ])('takes %j for bounds', async (parameters, where) => {
    const name = `bounded.${parameters.join('.').replaceAll(/[^a-z.]/g, '_')}`;
    const flags = parameters.flatMap((each) => ['-p', each]);
    const { err } = await installed.here(['new', name, '--table', 'orders', ...flags]);
    expect(err).toMatch(/^Try it/);
    expect((await content(`endpoints/${name}.yaml`)).query).toBe(
      `SELECT\n  id,\n  placed_at,\n  country\nFROM orders\n${where}`,
    );
  });

  it('takes the query from a file or from standard input, as a block, whatever ends its lines', async () => {
    await installed.write('one.sql', 'SELECT\r\n  1 AS one  \r\n\r\n');
    await installed.here(['new', 'from.file', '--query-file', join(installed.folder, 'one.sql')]);
    await installed.here(['new', 'from.input', '--query', '-'], 'SELECT\n  1 AS one\n');
    for (const name of ['from.file', 'from.input']) {
      expect(await text(`endpoints/${name}.yaml`)).toContain('query: |\n  SELECT\n    1 AS one\n');
    }
  });

  it('writes tests that the endpoint passes', async () => {
    await installed.here(['new', 'tested.one', '-p', 'who:string!']);
    expect((await content('endpoints/tested.one.yaml')).tests).toEqual([
      { name: 'has these columns, whatever the tables hold', parameters: { who: 'a' }, columns: ['who'] },
      { name: 'needs who', error: 'invalid_parameters' },
    ]);
    expect(await installed.here(['test', 'tested.one'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('2 passed, 0 failed') as string,
    });
  });

  describe('writes nothing', () => {
    it.each([
      ['for a name that is taken', ['Taken.Name'], 'the name "taken.name" is taken by endpoints/taken.yaml'],
      ['for a name that is none', ['../taken'], '"name" must be text of up to 128 letters'],
      ['over another file', ['taken'], 'endpoints/taken.yaml is there already; choose another name'],
      ['for a query with a mistake', ['x', '--query', 'SELECT @who AS who'], 'endpoints/x.yaml:6:10  error'],
      [
        'for a query that the engine refuses',
        ['x', '--query', 'SELECT n FROM nowhere'],
        'endpoints/x.yaml:6:17  error',
      ],
      ['for a table that is not there', ['x', '--table', 'nowhere'], 'the columns of "nowhere" cannot be told'],
      ['for seconds that are too many', ['x', '--caching', '99999999'], '"caching" must be whole seconds from 1'],
    ])('%s, and says why', async (_, args, message) => {
      const before = await text('endpoints/taken.yaml');
      const { status, out, err } = await installed.here(['new', ...args]);
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toContain(message);
      await expect(text('endpoints/x.yaml')).rejects.toThrow('ENOENT');
      expect(await text('endpoints/taken.yaml')).toBe(before);
    });

    it.each([
      [['x', '-p', 'who:strin'], 'the types are string, integer'],
      [['x', '--table', 'a', '--query', 'b'], "'--table <name>' cannot be used with option '--query <sql>'"],
      [
        ['x', '--table', 'orders', '-p', 'note:string'],
        'its columns are id, placed_at, country. Name it as one of them',
      ],
      [['x', '--caching', 'soon'], 'Write whole seconds, or disabled.'],
      [[], "missing required argument 'name'"],
    ])('for %j, which is wrong usage', async (args, message) => {
      const { status, err } = await installed.here(['new', ...args]);
      expect(status).toBe(2);
      expect(err).toContain(message);
    });
  });
});
