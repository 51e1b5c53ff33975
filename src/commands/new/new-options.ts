import { type DraftParameter } from './draft-parameter.js';

/** The flags of `quern new`; what is left out is asked for, or left out of the file. */
export interface NewOptions {
  readonly description?: string;
  readonly parameter?: readonly DraftParameter[];
  readonly caching?: number | 'disabled';
  readonly cacheWarming?: number;
  readonly maxRows?: number;
  readonly table?: string;
  /** The SQL, or `-` for what comes in on standard input. */
  readonly query?: string;
  readonly queryFile?: string;
  readonly folder?: string;
  readonly yes?: boolean;
}
