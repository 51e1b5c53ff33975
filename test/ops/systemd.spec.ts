import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSettings } from '../../src/config/read-settings.js';

const UNIT = readFileSync('ops/quern.service', 'utf8');
const PAGE = readFileSync('docs/how-to/systemd.md', 'utf8');

function valuesOf(key: string): string[] {
  return [...UNIT.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

/** Tests that need systemd; the others read the unit itself. */
const ifSystemd = spawnSync('systemd-analyze', ['--version']).status === 0 ? it : it.skip;

describe('the unit for systemd', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-unit-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** The unit as it would be on a machine where Node and Quern are where they are here. */
  const analyze = (args: readonly string[]) => {
    const path = join(folder, 'quern.service');
    const here = UNIT.replace('/usr/bin/node /opt/quern', `${process.execPath} ${resolve('.')}`);
    writeFileSync(path, here);
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' });
    return { status, text: `${stdout}${stderr}` };
  };

  it('starts what the package has as its program, with settings that there are', () => {
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { quern: string } };
    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/node /opt/quern/${bin.quern} serve`]);
    const [environment = ''] = valuesOf('Environment');
    const settings = readSettings(
      Object.fromEntries(
        environment.split(' ').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
      ),
    );
    expect(settings.endpointsPath).toBe('/etc/quern/endpoints');
  });

  it('gives it longer to stop than the grace period, and stops it alone', () => {
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(readSettings({}).shutdownGraceSeconds);
    expect(valuesOf('KillMode')).toEqual(['mixed']);
  });

  it('lets it write where it keeps its state, which is where it works', () => {
    expect(valuesOf('WorkingDirectory')).toEqual([`/var/lib/${valuesOf('StateDirectory')[0]}`]);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('ReadWritePaths')).toEqual([]);
  });

  it('has a page with the same places', () => {
    for (const path of [
      '/opt/quern',
      '/etc/quern/endpoints',
      '/etc/quern/quern.env',
      '/var/lib/quern',
      '/usr/bin/node',
    ]) {
      expect([PAGE.includes(path), UNIT.includes(path)]).toEqual([true, true]);
    }
  });

  ifSystemd('is one that systemd reads without a complaint', () => {
    expect(analyze(['verify'])).toEqual({ status: 0, text: '' });
  });

  ifSystemd('is hardened: systemd counts little that it could do', () => {
    // The threshold is an exposure of 2.0 out of 10.
    expect(analyze(['security', '--offline=true', '--threshold=20']).status).toBe(0);
  });
});
