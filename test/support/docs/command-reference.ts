import { type Command } from 'commander';
import { type Terminal, EXIT_STATUSES } from '../../../src/commands/command-context.js';
import { program } from '../../../src/commands/cli.js';

/** As wide as a page shows a line of code. */
const WIDTH = 100;

/** `--help` of every command, under a heading each. */
export function commandReference(): string {
  let written = '';
  const out = Object.assign(Object.create(process.stdout) as Terminal, {
    columns: WIDTH,
    write: (text: string) => {
      written += text;
      return true;
    },
  });
  const pages = leaves(program(contextOn(out))).map(([path, command]) => {
    written = '';
    command.outputHelp();
    return `### ${path}\n\n\`\`\`text\n${written.trimEnd()}\n\`\`\``;
  });
  return pages.join('\n\n');
}

/** The commands in one line each. */
export function commandsTable(): string {
  const rows = leaves(program(contextOn(process.stdout))).map(([path, command]) => {
    const needed = command.registeredArguments.map(
      (each) => ` ${each.required ? `<${each.name()}>` : `[${each.name()}]`}`,
    );
    return `| \`${path}${needed.join('')}\` | ${command.description()} |`;
  });
  return ['| command | does |', '|---|---|', ...rows].join('\n');
}

export function exitStatusesTable(): string {
  const rows = Object.entries(EXIT_STATUSES).map(([status, meaning]) => `| ${status} | ${meaning} |`);
  return ['| status | meaning |', '|---|---|', ...rows].join('\n');
}

/** The commands that can be run, by what one writes for them; those that are hidden are nobody's business. */
function leaves(command: Command, path = command.name()): readonly (readonly [string, Command])[] {
  const children = command.createHelp().visibleCommands(command);
  if (children.length === 0) return [[path, command]];
  return children
    .filter((child) => child.name() !== 'help')
    .flatMap((child) => leaves(child, `${path} ${child.name()}`));
}

function contextOn(out: Terminal): Parameters<typeof program>[0] {
  const settings = () => {
    throw new Error('nothing is run');
  };
  return { settings, laterThreads: () => [], input: process.stdin, out, err: out };
}
