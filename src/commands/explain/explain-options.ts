import { type Parameters } from '../collect-parameter.js';

export const EXPLAIN_FORMATS = ['text', 'json'] as const;

export interface ExplainOptions {
  readonly parameter?: Parameters;
  readonly format: (typeof EXPLAIN_FORMATS)[number];
}
