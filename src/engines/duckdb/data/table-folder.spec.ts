import { appendFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from '../../../../test/support/duckdb.js';
import { TableFolder } from './table-folder.js';

const COUNT = 200;
const NAMES = Array.from({ length: COUNT }, (_, index) => `t${index}.csv`);

describe('a folder of tables', () => {
  let root: string;
  let folder: TableFolder;

  const signature = (table: string) => {
    const files = folder.filesOf(table);
    return files && folder.signatureOf(files);
  };

  beforeEach(async () => {
    const schema = { 'u.schema.json': '[{"name": "id", "type": "STRING"}]' };
    const more = {
      'u.csv': 'id\n',
      'parts/2026/a.csv': 'id\n',
      'parts/b.csv': 'id\n',
      'same/a.csv': 'id\n',
      ...schema,
    };
    root = await dataFolder({ ...Object.fromEntries(NAMES.map((name) => [name, 'id\n'])), ...more });
    folder = new TableFolder(root);
    await folder.scan([root]);
  });
  afterEach(async () => rm(root, { recursive: true }));

  it.each([
    ['t7', 't7.csv'],
    ['u', 'u.schema.json'],
    ['parts', 'parts/2026/a.csv'],
    ['parts.b', 'parts/b.csv'],
  ])('has another signature of table %s when %s has changed, and the same of others', async (table, name) => {
    const before = signature(table);
    const others = ['t8', 'same'].map(signature);
    await appendFile(join(root, name), '\n');
    await folder.scan([join(root, name)]);
    expect(signature(table)).not.toBe(before);
    expect(['t8', 'same'].map(signature)).toEqual(others);
  });

  it('tells of a link out of it by one line, and does not look behind it', async () => {
    const outside = await dataFolder({ 'one.csv': 'id\n', 'more/two.csv': 'id\n' });
    try {
      await symlink(outside, join(root, 'same/out'));
      await symlink(join(outside, 'one.csv'), join(root, 'one.csv'));
      await symlink('same', join(root, 'inside'));
      await folder.scan([root]);
      const message = 'is a link out of the data folder; put the files themselves there';
      expect(folder.problems.map(({ file, message: said }) => [file, said])).toEqual([
        [join(root, 'inside/out'), message],
        [join(root, 'one.csv'), message],
        [join(root, 'same/out'), message],
      ]);
      expect(Array.from(folder.tree.files.keys()).filter((path) => path.includes('out/'))).toEqual([]);
      expect(folder.filesOf('one')).toBeUndefined();
      expect(folder.filesOf('inside')?.files).toEqual([join(root, 'inside/a.csv')]);
    } finally {
      await rm(outside, { recursive: true });
    }
    for (const link of ['one.csv', 'inside', 'same/out']) await rm(join(root, link));
    await folder.scan([root]);
    expect(folder.problems).toEqual([]);
  });

  it('looks changed files up, instead of comparing each with each table', async () => {
    NAMES.forEach((name) => signature(name.slice(0, -4)));
    for (const name of NAMES) await appendFile(join(root, name), '1\n');
    const comparisons = jest.spyOn(String.prototype, 'startsWith');
    await folder.scan([root]);
    const count = comparisons.mock.calls.length;
    comparisons.mockRestore();
    expect(count).toBeLessThan(COUNT * 20);
  });
});
