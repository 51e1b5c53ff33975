import { TableSet } from './table-set.js';
import { TableVersion } from './table-version.js';

describe('a version of the tables', () => {
  it('keeps what was compiled last, and lets go of what nobody has used for long', async () => {
    const version = new TableVersion(new TableSet(), { provide: () => Promise.resolve() }, 5000);
    const compile = async (index: number) =>
      version.compile({ sql: `SELECT ${index} AS n, 'text' AS text`, parameters: [], maxRows: 10 });
    const first = await compile(0);
    expect(await compile(0)).toBe(first);
    for (let index = 1; index < 50; index += 1) await compile(index);
    const last = await compile(49);
    expect(await compile(49)).toBe(last);
    expect(await compile(0)).not.toBe(first);
  });
});
