import { type Column } from '../engines/engine.js';

/** What a form is made of: the body of an answer and its columns. */
export interface FormSource {
  readonly columns: readonly Column[];
  /** `{"result":[{…},…]}` in UTF-8. */
  readonly body: Uint8Array;
}
