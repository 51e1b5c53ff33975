import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { InstalledQuern } from '../support/processes/installed-quern.js';
import { endpointFile } from '../support/endpoint-file.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('quern new', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('endpoints/taken.yaml', endpointFile({ name: 'taken.name', query: 'SELECT 1 AS one' }));
    await installed.write('data/orders.ndjson', '{"id": 1, "placed_at": "2020-11-20T09:00:00Z", "country": "NO"}\n');
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
      err:
        'endpoint.schema.json is new: editors complete and check endpoint files by it\n' +
        'Try it: quern run plain.one\n',
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

  describe('points editors to a schema', () => {
    const schemaOf = async (file: string) => {
      const [first = ''] = (await text(file)).split('\n');
      const [, path = ''] = /^# yaml-language-server: \$schema=(.+)$/.exec(first) ?? [];
      expect(JSON.parse(await text(join(dirname(file), path)))).toHaveProperty('$schema');
      return path;
    };
    const within = (folder: string) => ['--folder', join(installed.folder, folder)];

    it('that is in a folder above', async () => {
      await installed.here(['new', 'schema.one', ...within('endpoints/deeper/still')]);
      expect(await schemaOf('endpoints/deeper/still/schema.one.yaml')).toBe('../../../endpoint.schema.json');
    });

    it('that every clone of their repository has, and not one beyond it', async () => {
      await mkdir(join(installed.folder, 'clone/.git'), { recursive: true });
      await installed.here(['new', 'schema.two', ...within('clone/endpoints')]);
      expect(await schemaOf('clone/endpoints/schema.two.yaml')).toBe('../endpoint.schema.json');
      await mkdir(join(installed.folder, 'bare/.git'), { recursive: true });
      await installed.here(['new', 'schema.three', ...within('bare')]);
      expect(await schemaOf('bare/schema.three.yaml')).toBe('endpoint.schema.json');
    });

    it('of the package that their project has', async () => {
      await mkdir(join(installed.folder, 'project/.git'), { recursive: true });
      await installed.write('project/node_modules/quern/endpoint.schema.json', await text('endpoint.schema.json'));
      await installed.here(['new', 'schema.four', ...within('project/endpoints')]);
      expect(await schemaOf('project/endpoints/schema.four.yaml')).toBe('../node_modules/quern/endpoint.schema.json');
    });
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
        "WHERE placed_at >= TIMESTAMP '2020-11-20'\n" +
        '  AND (@country IS NULL OR country = @country)\n',
    );
  });

  it.each([
    [['since:timestamp!'], 'WHERE placed_at >= @since\n'],
    [['since:timestamp'], "WHERE placed_at >= COALESCE(@since, TIMESTAMP '2020-11-20')\n"],
    [
      ['from:timestamp', 'to:timestamp'],
      "WHERE placed_at >= COALESCE(@from, TIMESTAMP_SUB(COALESCE(@to, TIMESTAMP_ADD(TIMESTAMP '2020-11-20', INTERVAL 1 DAY)), INTERVAL 1 DAY))\n" +
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

  it('begins with rows, and with types that add up', async () => {
    const rows = [
      '1,9007199254740993,a,,2020-11-19T10:00:00Z,1',
      '2,2,,,2020-11-20T23:59:59.999999Z,1',
      '3,3,c,,2020-11-19T00:00:00Z,',
    ];
    await installed.write('data/country.csv', `id,big,country,none,at,n\n${rows.join('\n')}\n`);
    await installed.here(['new', 'country.one', '--table', 'country', '-p', 'country:string']);
    const { columns, query } = await content('endpoints/country.one.yaml');
    expect(columns).toEqual([
      { name: 'id', type: 'INT64', nullable: false, json: 'number' },
      { name: 'big', type: 'INT64', nullable: false, json: 'string' },
      { name: 'country', type: 'STRING' },
      { name: 'none', type: 'STRING' },
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'n', type: 'INT64', json: 'number' },
    ]);
    // A table's name is the whole row, also where it has a column of that name.
    expect(query).toBe(
      'SELECT\n  id,\n  big,\n  country.country,\n  none,\n  `at`,\n  n\nFROM country\n' +
        "WHERE `at` >= TIMESTAMP '2020-11-20'\n  AND (@country IS NULL OR country.country = @country)\n",
    );
    const run = await installed.here(['run', 'country.one']);
    expect((JSON.parse(run.out) as { id: number }[]).map(({ id }) => id)).toEqual([2]);
    const types = (await installed.here(['types'])).out.replaceAll(/ *\/\*\*.*\n/g, '');
    expect(types).toContain(
      'export interface CountryOneRow {\n  id: number;\n  big: string;\n  country: string | null;\n' +
        '  none: string | null;\n  at: string;\n  n: number | null;\n}',
    );
  });

  it('reads the last day of a table that has recent rows, whatever day it is', async () => {
    const now = new Date().toISOString();
    await installed.write('data/recent.csv', `id,at\n1,2020-11-20T00:00:00Z\n2,${now}\n`);
    await installed.here(['new', 'recent.one', '--table', 'recent']);
    expect((await content('endpoints/recent.one.yaml')).query).toContain(
      'WHERE `at` >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)\n',
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
