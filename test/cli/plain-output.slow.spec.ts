import { endpointFile } from '../support/endpoint-file.js';
import { InstalledQuern } from '../support/processes/installed-quern.js';

/** What every start of the service would warn of. */
const KEYS = `keys:
  - { id: everything, sha256: ${'ab'.repeat(32)}, scopes: ['*', admin] }
`;

describe('commands', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    await installed.write('endpoints/one.yaml', endpointFile({ name: 'one', query: 'SELECT 1 AS one' }));
    await installed.write('.quern/keys.yaml', KEYS);
  });
  afterAll(async () => installed.close());

  it.each([
    [['run', 'one'], ''],
    [['explain', 'one'], ''],
    [['list'], ''],
    [['openapi'], ''],
    [['types', '--key', 'everything'], ''],
    [['validate'], /^endpoints\/one\.yaml: no columns are promised; [^\n]*\n$/],
    [['keys', 'list'], ''],
    [
      ['new', 'two', '--query', 'SELECT 2 AS two'],
      /^\S*endpoint\.schema\.json is new: [^\n]*\nTry it: quern run two\n$/,
    ],
    [['test', 'two'], ''],
  ])('%j says nothing of Nest and of keys, at whatever level', async (args, expected) => {
    const { status, err } = await installed.run(args, { QUERN_LOG_LEVEL: 'debug', QUERN_LOG_FORMAT: 'json' });
    expect({ status, err }).toEqual({
      status: 0,
      err: expected === '' ? '' : (expect.stringMatching(expected) as string),
    });
  });

  it('say in one line why the engine cannot be reached', async () => {
    const { status, out, err } = await installed.run(['run', 'one'], {
      QUERN_ENGINE: 'bigquery',
      QUERN_BIGQUERY_PROJECT: 'p',
      QUERN_BIGQUERY_DATASET: 'd',
      // Nobody listens on the port of services that nobody has any more.
      QUERN_BIGQUERY_API_ENDPOINT: 'http://127.0.0.1:1',
    });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^quern: The engine cannot be reached: .*ECONNREFUSED 127\.0\.0\.1:1\n$/);
  });

  it('say what the service would log in sentences: that sample logs are made, and which files are broken', async () => {
    await installed.write('endpoints/broken.yaml', endpointFile({ name: 'broken', query: 'SELECT nothing AS one' }));
    // Where no data are named.
    const { status, out, err } = await installed.run(['run', 'one'], { QUERN_DATA: '.quern/sample' });
    expect({ status, out }).toEqual({ status: 0, out: '[{"one":1}]\n' });
    const lines = err.split('\n').slice(0, -1);
    expect(lines[0]).toMatch(/^making invented sample logs in \.quern\/sample; /);
    expect(lines.at(-1)).toMatch(/^warning: endpoints\/broken\.yaml:\d+:\d+ .*nothing/);
    for (const line of lines) expect(line).not.toMatch(/\d\dT\d\d:|Nest|\[\w+\]|LOG|WARN/);
  });
});
