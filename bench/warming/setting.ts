/** What holds for every policy, in milliseconds. */
export interface Setting {
  /** An answer may be served while it is younger than this. */
  readonly cachingMs: number;
  /** An entry is to be made anew at this age. */
  readonly cacheWarmingMs: number;
  /** What every run of the engine takes. */
  readonly runMs: number;
}
