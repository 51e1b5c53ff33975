import { ShellWithQuern } from '../support/processes/shell-with-quern.js';

describe('quern completion', () => {
  let shell: ShellWithQuern;

  beforeAll(async () => {
    shell = await ShellWithQuern.open();
  });

  afterAll(async () => shell.close());

  describe('in bash', () => {
    /** What Tab offers at the end of a line, split at the characters at which readline splits words. */
    const tab = (text: string) =>
      shell.lines(
        'bash',
        `source <(quern completion bash)
        COMP_LINE=${JSON.stringify(text)} COMP_POINT=${text.length}
        _quern quern
        printf '%s\\n' "\${COMPREPLY[@]}"`,
      );

    it.each([
      ['quern l', ['list']],
      ['quern keys c', ['create']],
      ['quern hea', ['health']],
      ['quern health --ti', ['--timeout']],
      ['quern list --fo', ['--format']],
      ['quern list --format ', ['table', 'json', 'ndjson', 'csv']],
      ['quern run --format ', ['table', 'json', 'ndjson', 'csv', 'parquet', 'arrow']],
      ['quern sql --format pa', ['parquet']],
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
      expect(shell.lines('bash', 'source <(quern completion bash); complete -p quern')).toEqual([
        'complete -o default -F _quern quern',
      ]);
    });
  });

  it.each(['zsh', 'fish'])('asks the same command in %s', async (name) => {
    const { out } = await shell.installed.here(['completion', name]);
    expect(out).toContain('quern complete -- ');
  });

  it('offers nothing, and says nothing, where the settings are wrong', async () => {
    const { status, out, err } = await shell.installed.run(['complete', '--', 'run', ''], { QUERN_PORT: 'nonsense' });
    expect({ status, out, err }).toEqual({ status: 0, out: '', err: '' });
  });

  it('does not name its own helper among the commands', async () => {
    const { out } = await shell.installed.here(['complete', '--', '']);
    expect(out.split('\n').map((each) => each.split('\t')[0])).not.toContain('complete');
    expect(out).toContain('completion\t');
  });
});
