import { type TestService } from './service.js';

/** What the admin listing says of an endpoint, as far as tests ask for it. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly parameters: readonly object[];
  readonly budget: string | null;
  readonly budget_used: number | null;
  readonly cache: {
    readonly entries: number;
    readonly bytes: number;
    readonly oldest_age: number | null;
    readonly next_refresh: string | null;
  };
  readonly runs: {
    readonly hits: number;
    readonly hit_age_seconds: number;
    readonly misses: number;
    readonly joined: number;
    readonly adopted: number;
    readonly verified: number;
    readonly bytes_saved: number;
    readonly refreshes: number;
    readonly refreshes_expected: number;
    readonly refreshes_left_out: number;
    readonly stale_served: number;
    readonly failures: number;
    readonly truncated: number;
    readonly evictions: number;
    readonly bytes_processed: number;
    readonly bytes_billed: number;
    readonly slot_ms: number;
    readonly engine_cache_hits: number;
    readonly last_run: { readonly at: string; readonly milliseconds: number; readonly rows: number } | null;
    readonly last_error: { readonly at: string; readonly code: string } | null;
  };
}

/** The figures that only grow. */
export type Counted = Omit<Listed['runs'], 'last_run' | 'last_error'>;

/** Those of an endpoint that nobody has called yet. */
export const NOTHING_COUNTED: Counted = {
  hits: 0,
  hit_age_seconds: 0,
  misses: 0,
  joined: 0,
  adopted: 0,
  verified: 0,
  bytes_saved: 0,
  refreshes: 0,
  refreshes_expected: 0,
  refreshes_left_out: 0,
  stale_served: 0,
  failures: 0,
  truncated: 0,
  evictions: 0,
  bytes_processed: 0,
  bytes_billed: 0,
  slot_ms: 0,
  engine_cache_hits: 0,
};

export async function listed(
  service: TestService,
  endpoint: string,
  headers?: Record<string, string>,
): Promise<Listed> {
  const answer = await service.get(`/api/endpoints/${endpoint}`, headers);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { result: Listed }).result;
}
