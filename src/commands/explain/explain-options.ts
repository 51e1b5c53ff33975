import { type CallParameters } from '../collect-parameter.js';

export const EXPLAIN_FORMATS = ['text', 'json'] as const;

export interface ExplainOptions {
  readonly parameter?: CallParameters;
  readonly format: (typeof EXPLAIN_FORMATS)[number];
}
