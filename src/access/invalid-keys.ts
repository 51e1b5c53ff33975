/** Every problem of a keys file, or of a key to be made, at once. No problem repeats a value: it might be a token. */
export class InvalidKeys extends Error {
  override readonly name = 'InvalidKeys';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
