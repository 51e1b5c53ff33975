import { type Emulator, startEmulator } from '../support/engines/emulator.js';
import { InstalledQuern } from '../support/processes/installed-quern.js';

describe('on BigQuery, quern sql', () => {
  let emulator: Emulator;
  let installed: InstalledQuern;

  beforeAll(async () => {
    emulator = await startEmulator();
    installed = await InstalledQuern.open();
  });

  afterAll(async () => {
    await installed.close();
    await emulator.stop();
  });

  const sql = async (...args: readonly string[]) => installed.run(['sql', ...args], emulator.env);

  it('runs a query with its parameters', async () => {
    const { status, out } = await sql('SELECT n, @text AS text FROM UNNEST([1, 2]) AS n ORDER BY n', '-p', 'text=a');
    expect([status, JSON.parse(out)]).toEqual([
      0,
      [
        { n: 1, text: 'a' },
        { n: 2, text: 'a' },
      ],
    ]);
  });

  it('tells a mistake at its place, and writes no rows', async () => {
    const { status, out, err } = await sql('SELECT nothing');
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/1:8.*nothing/);
  });
});
