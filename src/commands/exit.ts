/** Exit statuses of the command line; scripts may rely on them. */
export const EXIT_STATUSES = {
  0: 'Done, and nothing was found to be wrong.',
  1: 'It failed, or it found problems; standard error says which.',
  2: 'The command was not written as it has to be: an unknown flag, a missing argument, a file that is not there.',
  130: 'Interrupted by Ctrl-C; what was running has been cancelled.',
} as const;

export type ExitStatus = keyof typeof EXIT_STATUSES;

/** Ends the command with a status, without another message. */
export class Exit extends Error {
  override readonly name = 'Exit';

  constructor(readonly status: ExitStatus) {
    super(`exit status ${status}`);
  }
}

/** The failure of a command that cannot be right as it was written: exit status 2, with its message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
