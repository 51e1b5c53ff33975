import { type ScalarTypeName } from '../../parameters/parameter.js';

export interface DraftParameter {
  readonly name: string;
  /** Of a list, the type of each element. */
  readonly type: ScalarTypeName;
  readonly array: boolean;
  readonly required: boolean;
}
