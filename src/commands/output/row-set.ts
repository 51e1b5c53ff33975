import { type Column, type JsonText } from '../../engines/engine.js';

export interface RowSet {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly JsonText[])[];
}
