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
    const typed = 'What was ordered\nwho:strin\nwho:string!\n60\nSELECT @who AS who\n';
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

  it('asks nothing with --yes', async () => {
    expect(await installed.onTerminal(['new', 'unasked.one', '--yes'])).not.toContain('What does it tell?');
    expect(await content('unasked.one')).toMatchObject({ name: 'unasked.one' });
  });
});
