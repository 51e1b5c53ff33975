/** Every problem of the environment at once, each naming its variable and what to write instead. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
