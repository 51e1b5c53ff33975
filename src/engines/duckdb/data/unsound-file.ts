/** A file of a table, or its schema, is not what its name says; the message says where and what to do. */
export class UnsoundFile extends Error {
  override readonly name = 'UnsoundFile';

  constructor(
    readonly path: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
