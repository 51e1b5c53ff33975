import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InstalledQuern, MAIN } from './support/installed-quern.js';
import { endpointFile } from './support/endpoint-file.js';

const hasShell = (shell: string) => spawnSync(shell, ['--version']).error === undefined;
const inShell = (shell: string) => (hasShell(shell) ? describe : describe.skip);

describe('quern completion', () => {
  let installed: InstalledQuern;

  beforeAll(async () => {
    installed = await InstalledQuern.open();
    // A shell finds `quern` in its PATH.
    const shim = join(installed.folder, 'bin/quern');
    await installed.write('bin/quern', '');
    await writeFile(shim, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
    await chmod(shim, 0o755);
    const parameters = {
      interval: { type: 'string', enum: ['daily', 'hourly'] },
      id: { type: 'string', description: 'Which one.' },
    };
    const query = 'SELECT @interval AS i, @id AS id';
    await installed.write('endpoints/a.yaml', endpointFile({ name: 'usage.counts', parameters, query }));
    await installed.write('endpoints/b.yaml', "id: x\nname: 'usage.other' # yes\nquery: |\n  name: no\n");
    await installed.write('endpoints/broken.yaml', 'name: [');
  });
  afterAll(async () => installed.close());

  /** What a shell's script prints, with `quern` in its PATH. */
  const shell = (name: string, script: string): string[] => {
    const PATH = `${join(installed.folder, 'bin')}:${process.env.PATH ?? ''}`;
    const args = name === 'bash' ? ['--norc', '-c', script] : ['-c', script];
    const { stdout, stderr } = spawnSync(name, args, { cwd: installed.folder, env: { PATH } });
    expect(stderr.toString()).toBe('');
    return stdout.toString().split('\n').filter(Boolean);
  };

  inShell('bash')('in bash', () => {
    /** What Tab offers at the end of a line, split at the characters at which readline splits words. */
    const tab = (text: string) =>
      shell(
        'bash',
        `source <(quern completion bash)
        COMP_LINE=${JSON.stringify(text)} COMP_POINT=${text.length}
        _quern quern
        printf '%s\\n' "\${COMPREPLY[@]}"`,
      );

    it.each([
      ['quern l', ['list']],
      ['quern keys c', ['create']],
      ['quern list --fo', ['--format']],
      ['quern list --format ', ['table', 'json', 'ndjson', 'csv']],
      ['quern completion ', ['bash', 'zsh', 'fish']],
      ['quern run usage.', ['usage.counts', 'usage.other']],
      ['quern run --format csv u', ['usage.counts', 'usage.other']],
      ['quern run usage.counts -p i', ['interval=daily', 'interval=hourly', 'id=']],
      // Only what follows the "=" is replaced.
      ['quern run usage.counts -p interval=h', ['hourly']],
      ['quern run usage.counts x', []],
      ['quern frobnicate ', []],
    ])('completes %j', (text, expected) => {
      expect(tab(text)).toEqual(expected);
    });

    it('is what complete calls for quern', () => {
      expect(shell('bash', 'source <(quern completion bash); complete -p quern')).toEqual([
        'complete -o default -F _quern quern',
      ]);
    });
  });

  it.each(['zsh', 'fish'])('has no mistake in the syntax of %s, where it is installed', async (name) => {
    const { out } = await installed.here(['completion', name]);
    expect(out).toContain('quern complete -- ');
    if (!hasShell(name)) {
      process.stderr.write(`${name} is not installed: its script has not been read by it\n`);
      return;
    }
    const { status, stderr } = spawnSync(name, ['-n'], { input: out });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  });

  it('offers nothing, and says nothing, where the settings are wrong', async () => {
    const { status, out, err } = await installed.run(['complete', '--', 'run', ''], { QUERN_PORT: 'nonsense' });
    expect({ status, out, err }).toEqual({ status: 0, out: '', err: '' });
  });

  it('does not name its own helper among the commands', async () => {
    const { out } = await installed.here(['complete', '--', '']);
    expect(out.split('\n').map((each) => each.split('\t')[0])).not.toContain('complete');
    expect(out).toContain('completion\t');
  });
});
