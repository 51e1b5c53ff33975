import { type Answer, type Api, problemOf, Refused } from '../api/api.js';

/** What operators are told of an endpoint beside what callers are (docs/reference/http.md). */
export interface Operated {
  readonly file: string;
  readonly state: string;
  readonly unchecked: string | null;
  readonly query: string;
  readonly problems: readonly FileProblem[];
  readonly cache: {
    readonly entries: number;
    readonly bytes: number;
    readonly oldest_age: number | null;
    readonly next_refresh: string | null;
  };
}

export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly source_line: string | null;
}

export interface Minute {
  readonly at: string;
  readonly hits: number;
  readonly hit_age_seconds: number;
  readonly misses: number;
  readonly joined: number;
  readonly runs: number;
  readonly run_ms: number;
  readonly answer_bytes: number;
  readonly bytes_processed: number;
}

export interface Run {
  readonly at: string;
  readonly cause: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly waited_ms: number;
  readonly ran_ms: number;
  readonly rows: number | null;
  readonly answer_bytes: number | null;
  readonly bytes_processed: number | null;
}

export interface History {
  readonly minutes: readonly Minute[];
  readonly runs: readonly Run[];
}

export interface Explanation {
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly value: unknown }[];
  readonly cache_key: string | null;
  readonly tables: readonly { readonly table: string; readonly read: boolean; readonly unbounded: boolean }[] | null;
  readonly engines: readonly {
    readonly name: string;
    readonly sql: string | null;
    readonly plan: string | null;
    readonly bytes_processed: number | null;
    readonly refusal: string | null;
  }[];
}

/** What `/api/endpoints/<id><path>` answers with. @throws Refused */
export async function told<T>(api: Api, id: string, path = ''): Promise<T> {
  const answer: Answer = await api.get(`/api/endpoints/${id}${path}`);
  if (answer.status !== 200) throw new Refused(problemOf(answer));
  return (answer.body as { readonly result: T }).result;
}
