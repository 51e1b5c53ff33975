export type Row = Readonly<Record<string, unknown>>;

/** Asserts the success envelope, `{"result":[{…},…]}`, with what all good answers share, and gives back its rows. */
export async function assertRows<T = Row>(response: Response): Promise<T[]> {
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.stringMatching(/^\{"result":\[.*\]\}$/s)]);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('etag')).toMatch(/^"[A-Za-z0-9_-]{27}(-(br|gzip))?"$/);
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._~+/=-]{1,128}$/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-powered-by')).toBeNull();
  const body = JSON.parse(text) as { result: T[] };
  expect(Object.keys(body)).toEqual(['result']);
  // Every row has the same columns in the same order; JSON.parse keeps the order of the text.
  const columns = new Set(body.result.map((row) => JSON.stringify(Object.keys(row as object))));
  expect(columns.size).toBeLessThanOrEqual(1);
  return body.result;
}
