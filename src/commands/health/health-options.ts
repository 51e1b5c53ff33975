export interface HealthOptions {
  /** Seconds. */
  readonly timeout: number;
}
