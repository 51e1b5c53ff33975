import { endpointFile } from '../endpoint-file.js';
import { type TestService } from '../service.js';

export interface LogRow extends Readonly<Record<string, unknown>> {
  readonly tenant: string;
  readonly id: string;
  readonly time: string;
  readonly message: string;
}

export const COLUMNS = [
  { name: 'time', type: 'TIMESTAMP', nullable: false },
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'message', type: 'STRING' },
];

export const PARAMETERS = {
  tenant: { type: 'string', required: true },
  words: { type: 'array', items: 'string' },
  before: { type: 'timestamp' },
  before_id: { type: 'string' },
};

export const PAGED_QUERY = `
  SELECT time, id, message FROM log
  WHERE tenant = @tenant
    AND (ARRAY_LENGTH(@words) = 0 OR message IN UNNEST(@words))
    AND (@before IS NULL OR time < @before OR time = @before AND id < @before_id)
  ORDER BY time DESC, id DESC`;

/** The log of one tenant, the newest first. */
export function pagedFile(keys: Readonly<Record<string, unknown>> = {}): string {
  return endpointFile({
    name: 'log',
    parameters: PARAMETERS,
    columns: COLUMNS,
    page: { size: 3, next: { before: 'time', before_id: 'id' } },
    caching: 60,
    query: PAGED_QUERY,
    ...keys,
  });
}

const DAY = Date.parse('2026-11-20T00:00:00Z');

/** Rows of which each few have the same time, to the microsecond. */
export function logRows(count: number, tenant = 'a', ties = 4): readonly LogRow[] {
  return Array.from({ length: count }, (_, index) => {
    const second = new Date(DAY + 1000 * Math.floor(index / ties)).toISOString().slice(0, 19);
    return { tenant, id: `row-${String(index).padStart(5, '0')}`, time: `${second}.000001Z`, message: `m${index % 2}` };
  });
}

/** The reference of the next page, as a client finds it. */
export function nextOf(answer: Response): string | undefined {
  return /^<([^<>]*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
}

type Row = Pick<LogRow, 'time' | 'id' | 'message'>;

export interface Page {
  readonly answer: Response;
  readonly rows: readonly Row[];
}

/** Page after page, by the links. */
export async function* pagesFrom(
  { get }: Pick<TestService, 'get'>,
  path: string,
  headers?: Record<string, string>,
): AsyncGenerator<Page> {
  for (let url: string | undefined = path; url !== undefined;) {
    const answer: Response = await get(url, headers);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { result } = (await answer.json()) as { result: readonly Row[] };
    yield { answer, rows: result };
    const next = nextOf(answer);
    const target: URL = new URL(next ?? '', `http://quern${url}`);
    url = next === undefined ? undefined : target.pathname + target.search;
  }
}
