import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { NUMBER_FORMATS } from '../../src/engines/number-format.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const PAGE = 'docs/reference/http.md';

/** Far from UTC, on either side of it, and with summer time. */
const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'];

/** What a piece of JavaScript makes of a row in each of the zones, in milliseconds since 1970. */
function starts(code: string, row: object): number[] {
  const script = `const row = ${JSON.stringify(row)};\n${code}\nconsole.log(start.getTime());`;
  return ZONES.map((TZ) => Number(execFileSync(process.execPath, ['-e', script], { env: { ...process.env, TZ } })));
}

describe('what the documentation says of a DATETIME in JavaScript', () => {
  let service: TestService;
  let code: string;

  beforeAll(async () => {
    service = await startService({ clock: { now: new Date('2026-11-20T10:30:30.500Z') } });
    const page = await readFile(PAGE, 'utf8');
    code = /A DATETIME .*?```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  });
  afterAll(async () => service.close());

  it('reads the timestamp of usage.api-counts as UTC, wherever the client is', async () => {
    const rows = await service.rows<{ timestamp: string }>('usage.api-counts?project=a&interval=hourly');
    expect(rows.map(({ timestamp }) => timestamp)).toEqual(['2026-11-20T09:00:00', '2026-11-20T10:00:00']);
    expect(rows.map((row) => starts(code, row))).toEqual([
      ZONES.map(() => Date.UTC(2026, 10, 20, 9)),
      ZONES.map(() => Date.UTC(2026, 10, 20, 10)),
    ]);
  });

  it('is needed: without the Z it is local time', () => {
    const local = starts(code.replace(" + 'Z'", ''), { timestamp: '2026-11-20T09:00:00' });
    expect(new Set(local).size).toBe(ZONES.length);
  });

  it('keeps milliseconds of a fraction, however long it is', () => {
    const fractions = ['.5', '.12', '.123456', '.999999'].map((fraction) => ({
      timestamp: `2026-11-20T09:00:00${fraction}`,
    }));
    const nine = Date.UTC(2026, 10, 20, 9);
    expect(fractions.map((row) => starts(code, row)[0])).toEqual([nine + 500, nine + 120, nine + 123, nine + 999]);
  });
});

it('what the documentation shows of numbers is what is answered', async () => {
  const cells = (line: string) => line.split('|').slice(2, -1);
  const lines = (await readFile(PAGE, 'utf8')).split('\n');
  const header = cells(lines.find((line) => line.startsWith('| | INT64')) ?? '');
  const values = header.map((cell) => /(INT64|NUMERIC) `(.*)`/.exec(cell)?.slice(1) ?? []);
  const query = `SELECT ${values.map(([type, text], index) => `CAST('${text}' AS ${type}) AS c${index}`).join(', ')}`;
  const columns = (json: string) => values.map(([type], index) => ({ name: `c${index}`, type, json }));
  const files = NUMBER_FORMATS.map((json) => [
    `${json}.yaml`,
    endpointFile({ name: json, columns: columns(json), query }),
  ]);
  const service = await startService({ endpoints: Object.fromEntries(files) as Record<string, string> });
  try {
    expect(values).toHaveLength(4);
    for (const json of NUMBER_FORMATS) {
      const texts = cells(lines.find((line) => line.startsWith(`| \`${json}\` |`)) ?? '').map((cell) => cell.trim());
      const row = texts.map((text, index) => `"c${index}":${text.replaceAll('`', '')}`).join(',');
      const answer = await service.get(`/api/endpoints/query/${json}`);
      expect(await answer.text()).toBe(`{"result":[{${row}}]}`);
    }
  } finally {
    await service.close();
  }
});
