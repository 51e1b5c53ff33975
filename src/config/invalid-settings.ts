/** Every problem of the environment at once, each with its variable and a remedy. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
