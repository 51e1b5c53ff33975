import { requireProgram } from '../support/processes/require-program.js';
import { ShellWithQuern } from '../support/processes/shell-with-quern.js';

/** As the help of `quern completion` has it; Tab writes all matches into the line, and Ctrl-X prints it. */
const ZSHRC = `
autoload -Uz compinit; compinit -u -D
source <(quern completion zsh)
zstyle ':completion:*' completer _all_matches _complete
zstyle ':completion:*' insert true
show() { print -r -- "<line>$BUFFER</line>" }
zle -N show
bindkey '^X' show
`;

describe('quern completion', () => {
  let shell: ShellWithQuern;

  beforeAll(async () => {
    shell = await ShellWithQuern.open();
  });

  afterAll(async () => shell.close());

  /** What Tab offers in place of the last word. */
  const TAB = {
    /** Typed on a terminal of its own: zsh completes nowhere else. */
    zsh(text: string): string[] {
      const [line = ''] = shell.lines(
        'zsh',
        `zmodload zsh/zpty
        zpty terminal zsh --no-globalrcs -i
        zpty -w -n terminal '${text}'$'\\t\\x18'
        zpty -r -m terminal shown '*<line>*</line>*'
        print -r -- \${\${shown##*<line>}%%</line>*}`,
      );
      return line.slice(text.lastIndexOf(' ')).trim().split(' ');
    },
    fish(text: string): string[] {
      return shell.lines('fish', `complete -C '${text}'`).map((line) => line.replace(/\t.*/, ''));
    },
  };

  const SET_UP = {
    zsh: async () => shell.installed.write('.zshrc', ZSHRC),
    fish: async () => {
      const { out } = await shell.installed.here(['completion', 'fish']);
      await shell.installed.write('.config/fish/completions/quern.fish', out);
    },
  };

  describe.each(['zsh', 'fish'] as const)('in %s', (name) => {
    beforeAll(async () => {
      requireProgram(name);
      await SET_UP[name]();
    });

    it.each([
      ['quern keys c', ['create']],
      ['quern list --format ', ['csv', 'json', 'ndjson', 'table']],
      ['quern run --format csv u', ['usage.counts', 'usage.other']],
      ['quern run usage.counts -p i', ['id=', 'interval=daily', 'interval=hourly']],
      ['quern run usage.counts -p interval=h', ['interval=hourly']],
    ])('completes %j', (text, expected) => {
      expect(TAB[name](text).sort()).toEqual(expected);
    });

    it('offers files where it knows nothing', () => {
      const offered = TAB[name]('quern frobnicate ').map((file) => file.replace('/', ''));
      expect(offered.sort()).toEqual(['bin', 'data', 'endpoints']);
    });
  });
});
