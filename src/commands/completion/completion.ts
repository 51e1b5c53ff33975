/** One text that the last word can be completed to, and what it is. */
export interface Completion {
  readonly value: string;
  readonly note: string;
}
