import { type CallParameters } from '../collect-parameter.js';
import { type RowOptions } from '../output/rows-target.js';

export interface RunOptions extends RowOptions {
  readonly parameter?: CallParameters;
}
