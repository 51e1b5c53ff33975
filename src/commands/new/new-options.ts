import { type DraftParameter } from './draft-parameter.js';

/** The flags of `quern new`; what is left out is asked for, or left out of the file. */
export interface NewOptions {
  readonly description?: string;
  readonly parameter?: readonly DraftParameter[];
  readonly caching?: number | 'disabled';
  readonly cacheWarming?: number;
  readonly maxRows?: number;
  readonly table?: string;
  /** The columns that parameters of other names go by; asked for. */
  readonly columns?: ReadonlyMap<string, string>;
  /** The SQL, or `-` for what comes in on standard input. */
  readonly query?: string;
  readonly queryFile?: string;
  /** The last query that `quern sql` has run. */
  readonly sql?: boolean;
  readonly folder?: string;
  readonly yes?: boolean;
}
