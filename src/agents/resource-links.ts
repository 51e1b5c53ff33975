import { MAX_URL_BYTES } from '../contract/request-limits.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

const FORMS = [
  ['csv', 'text/csv'],
  ['parquet', 'application/vnd.apache.parquet'],
] as const;

/** Where all rows of a result are, for whoever has the key. None where a column is hidden, which these forms would show. */
export function resourceLinks(
  { name, agents }: Endpoint,
  parameters: ReadonlyMap<string, readonly string[]>,
  baseUrl: string | undefined,
) {
  if (baseUrl === undefined || (agents?.hide.length ?? 0) > 0) return [];
  const pairs = Array.from(parameters).flatMap(([parameter, values]) =>
    values.map((value): [string, string] => [parameter, value]),
  );
  const query = new URLSearchParams(pairs).toString();
  return FORMS.flatMap(([form, mimeType]) => {
    const uri = `${baseUrl}/api/endpoints/query/${encodeURIComponent(name)}/rows.${form}${query && `?${query}`}`;
    return uri.length > MAX_URL_BYTES
      ? []
      : [{ type: 'resource_link' as const, uri, name: `${name}.${form}`, mimeType }];
  });
}
