export interface SignOptions {
  readonly key: string;
  /** In seconds. */
  readonly expires: number;
}
