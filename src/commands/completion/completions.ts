import { type Completion } from '../endpoint-names.js';
import { type Argument, type Command, type Option } from 'commander';
import { endpointNames, parameterValues } from '../endpoint-names.js';

/** The meaning of the words on a command line in front of the last one, which is being written. */
interface Position {
  readonly command: Command;
  readonly flag: Option | undefined;
  /** Words in front of it that are no flags and no commands. */
  readonly words: readonly string[];
}

/** Completions of the last word: from the commands' own definitions, and from the names and parameters in the endpoint files. */
export async function completionsOf(
  quern: Command,
  words: readonly string[],
  folder: () => string,
): Promise<readonly Completion[]> {
  const current = words.at(-1) ?? '';
  const position = words.slice(0, -1).reduce(advance, { command: quern, flag: undefined, words: [] });
  const all = await candidates(position, current, folder);
  return all.filter(({ value }) => value.startsWith(current));
}

function advance({ command, flag, words }: Position, word: string): Position {
  if (flag) return { command, flag: undefined, words };
  if (word.startsWith('-')) {
    const found = command.options.find(({ short, long }) => word === short || word === long);
    return { command, flag: found && !found.isBoolean() ? found : undefined, words };
  }
  const child = command.commands.find((each) => each.name() === word);
  return child ? { command: child, flag: undefined, words } : { command, flag: undefined, words: [...words, word] };
}

async function candidates(
  { command, flag, words }: Position,
  current: string,
  folder: () => string,
): Promise<readonly Completion[]> {
  const help = command.createHelp();
  if (flag) {
    if (flag.argChoices) return flag.argChoices.map((value) => ({ value, note: '' }));
    return flag.long === '--parameter' ? parameterValues(folder(), words[0] ?? '') : [];
  }
  if (current.startsWith('-')) {
    return help.visibleOptions(command).map(({ short, long, description }) => ({
      value: long ?? short ?? '',
      note: description,
    }));
  }
  const children = help.visibleCommands(command);
  if (children.length > 0 && words.length > 0) return [];
  if (children.length > 0) return children.map((child) => ({ value: child.name(), note: child.description() }));
  const argument = argumentAt(command.registeredArguments, words.length);
  if (argument?.argChoices) return argument.argChoices.map((value) => ({ value, note: '' }));
  return /^endpoints?$/.test(argument?.name() ?? '') ? endpointNames(folder()) : [];
}

/** The argument at an index; the last one may stand for any number of words. */
function argumentAt(all: readonly Argument[], index: number): Argument | undefined {
  const last = all.at(-1);
  return all[index] ?? (last?.variadic === true ? last : undefined);
}
