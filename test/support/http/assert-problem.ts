import { ERROR_CODES, type ErrorCode } from '../../../src/errors/error-codes.js';

/** The body of every error, RFC 9457. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly parameter: string; readonly detail: string }[];
  readonly error: { readonly message: string };
}

const FIELDS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'errors', 'error'];

/** Words that only the inside of the service has: SQL, drivers, paths of files, stacks. */
const INTERNAL =
  /\b(SELECT|FROM|WHERE|CAST)\b|[Dd]uck|[Bb]ig[Qq]uery|node_modules|\.[cm]?[jt]s\b|\n\s+at |\/tmp\/|Error\b|[Ee]xception/;

/** Asserts that an answer is the problem with this code, in every field and header that all problems share. */
export async function assertProblem(response: Response, code: ErrorCode): Promise<ProblemBody> {
  const text = await response.text();
  const { status, title } = ERROR_CODES[code];
  expect([response.status, text]).toEqual([status, expect.stringContaining(`"${code}"`)]);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  for (const absent of ['x-powered-by', 'etag', 'content-encoding', 'age']) {
    expect([absent, response.headers.get(absent)]).toEqual([absent, null]);
  }
  const problem = JSON.parse(text) as ProblemBody;
  expect(Object.keys(problem)).toEqual(FIELDS.filter((field) => field !== 'errors' || 'errors' in problem));
  expect(problem).toMatchObject({ type: `urn:quern:error:${code}`, title, status, code });
  expect(problem.detail).toMatch(/^\S.*\S$/);
  expect(problem.error).toEqual({ message: problem.detail });
  expect(problem.request_id).toBe(response.headers.get('x-request-id'));
  expect(problem.instance).toMatch(/^\/[^?]{0,255}$/);
  // fetch tells where the answer came from; a raw request does not.
  if (response.url !== '') expect(problem.instance).toBe(new URL(response.url).pathname.slice(0, 256));
  expect(problem.detail).not.toMatch(INTERNAL);
  for (const each of problem.errors ?? []) {
    expect(Object.keys(each)).toEqual(['parameter', 'detail']);
    expect(each.detail).not.toMatch(INTERNAL);
    expect(each.detail).toMatch(/^\S.*[.?]$/);
  }
  return problem;
}

/** The parameters that a problem complains of, in their order. */
export async function assertInvalidParameters(response: Response, parameters: readonly string[]): Promise<ProblemBody> {
  const problem = await assertProblem(response, 'invalid_parameters');
  expect(problem.errors?.map(({ parameter }) => parameter)).toEqual(parameters);
  return problem;
}
