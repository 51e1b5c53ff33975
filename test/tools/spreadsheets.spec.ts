import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SECRET, signedPath } from '../support/http/signed-path.js';
import { freePort } from '../support/processes/free-port.js';
import { requireProgram } from '../support/processes/require-program.js';
import { type TestService } from '../support/service.js';
import { COUNTS_ID, startPeoplesService } from '../support/tools/people-service.js';

const run = promisify(execFile);

describe('LibreOffice, with a signed URL', () => {
  let service: TestService;
  let folder: string;
  let profile: string;

  const url = (secret = SECRET) => {
    const path = '/api/endpoints/query/usage.api-counts/rows.csv?project=demo&interval=daily&csv_safe=true';
    const expires = new Date(Date.now() + 3_600_000);
    return service.base + signedPath(path, { keyId: 'sheet', endpointId: COUNTS_ID, expires, secret });
  };
  const convert = async (from: string) =>
    run('soffice', [profile, '--headless', '--norestore', '--convert-to', 'csv', '--outdir', folder, from]);

  beforeAll(async () => {
    requireProgram('soffice', 'LibreOffice', '.ci/install-tools');
    service = await startPeoplesService();
    folder = await mkdtemp(join(tmpdir(), 'quern-sheet-'));
    profile = `-env:UserInstallation=file://${folder}/profile`;
  });

  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('opens it', async () => {
    await convert(url());
    const lines = (await readFile(join(folder, 'rows.csv'), 'utf8')).split('\n');
    expect(lines[0]).toBe('timestamp,total_rest_requests,note,instant');
    expect(lines[1]).toContain(`'=0, ""é""`);
    expect(lines.filter((line) => line !== '')).toHaveLength(9);
  });

  it('opens none that was signed by another secret', async () => {
    await rm(join(folder, 'rows.csv'), { force: true });
    const { stderr } = await convert(url(SECRET.replace('a-', 'b-')));
    expect(stderr).toContain('source file could not be loaded');
    await expect(readFile(join(folder, 'rows.csv'))).rejects.toThrow('ENOENT');
  });

  it('links a sheet to it, in which numbers are numbers, dates are dates, and texts are texts', async () => {
    const port = await freePort();
    const office = spawn('soffice', [
      profile,
      '--headless',
      '--norestore',
      `--accept=socket,host=127.0.0.1,port=${port};urp`,
    ]);
    const ended = once(office, 'exit');
    const script = 'test/support/tools/external-link.py';
    const { stdout } = await run('/usr/bin/python3', [script, String(port), url(), '3', '4']);
    await ended;
    expect(JSON.parse(stdout)).toEqual([
      ['timestamp', 'total_rest_requests', 'note', 'instant'].map((name) => [name, 'TEXT']),
      [
        [expect.stringContaining('2026-11-16'), 'VALUE'],
        ['100', 'VALUE'],
        [`'=0, "é"`, 'TEXT'],
        ['1970-01-01T00:00:00Z', 'TEXT'],
      ],
      [
        [expect.stringContaining('2026-11-17'), 'VALUE'],
        ['101', 'VALUE'],
        [`'=1, "é"`, 'TEXT'],
        ['1970-01-01T00:00:01Z', 'TEXT'],
      ],
    ]);
  });
});
