import { type TestService } from './service.js';

/** What the admin listing says of an endpoint, as far as tests ask for it. */
export interface Listed {
  readonly id: string;
  readonly name: string;
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
    readonly refreshes: number;
    readonly stale_served: number;
    readonly failures: number;
    readonly truncated: number;
    readonly evictions: number;
    readonly last_run: { readonly at: string; readonly milliseconds: number; readonly rows: number } | null;
    readonly last_error: { readonly at: string; readonly code: string } | null;
  };
}

export async function listed(service: TestService, endpoint: string): Promise<Listed> {
  const answer = await service.get(`/api/endpoints/${endpoint}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { result: Listed }).result;
}
