import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { InstalledQuern } from '../support/processes/installed-quern.js';
import { requireTerminal } from '../support/processes/require-program.js';

describe('quern new on a terminal', () => {
  let installed: InstalledQuern;

  beforeAll(requireTerminal);
  beforeAll(async () => {
    installed = await InstalledQuern.open();
  });

  afterAll(async () => installed.close());

  const content = async (name: string) =>
    parse(await readFile(join(installed.folder, `endpoints/${name}.yaml`), 'utf8')) as Record<string, unknown>;

  it('asks for what no flag says, and again where the answer is none', async () => {
    const typed = 'What was ordered\nSELECT @who AS who\nwho:strin\nwho:string!\n60\n';
    const shown = await installed.onTerminal(['new', 'asked.one'], { typed });
    expect(shown).toContain('What does it tell?');
    expect(shown).toContain('the types are string, integer');
    expect(await content('asked.one')).toMatchObject({
      description: 'What was ordered',
      parameters: { who: { type: 'string', required: true } },
      caching: 60,
      query: 'SELECT @who AS who\n',
    });
  });

  it('shows tables and columns, and asks which column a parameter goes by that is called like none', async () => {
    await installed.write('data/orders.ndjson', '{"id": 1, "country": "NO"}');
    const typed = '\norders\nwhere:string min_id:integer\nnowhere\ncountry\n\n';
    const shown = await installed.onTerminal(['new', 'listed.one'], { typed });
    expect(shown).toContain('orders: id, country');
    expect(shown).toContain('country STRING');
    expect(shown).toContain('Write one of id, country.');
    expect((await content('listed.one')).query).toBe(
      'SELECT\n  id,\n  country\nFROM orders\n' +
        'WHERE (@where IS NULL OR country = @where)\n  AND (@min_id IS NULL OR id >= @min_id)\n',
    );
  });

  it('asks nothing with --yes', async () => {
    expect(await installed.onTerminal(['new', 'unasked.one', '--yes'])).not.toContain('What does it tell?');
    expect(await content('unasked.one')).toMatchObject({ name: 'unasked.one' });
  });
});
