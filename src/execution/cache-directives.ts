/** The request directives of RFC 9111 section 5.2.1 that Quern heeds. */
export interface CacheDirectives {
  /** Run the query even if there is a fresh result. */
  readonly noCache: boolean;
  /** Answer from what is there, or with an error. */
  readonly onlyIfCached: boolean;
}

export const NO_DIRECTIVES: CacheDirectives = { noCache: false, onlyIfCached: false };
