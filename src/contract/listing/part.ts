import { invalidParameters } from '../../errors/quern-error.js';
import { parseQueryString } from '../../parameters/query-string.js';

/** Bytes after which a part of an answer about all endpoints ends, behind the endpoint that reaches them. */
export const MAX_PART_BYTES = 4 * 1024 * 1024;

export interface Part {
  /** Prefix of the endpoints' names. */
  readonly name: string;
  /** Name of the last endpoint of the part before; empty for the first part. */
  readonly after: string;
}

const NAMES = ['name', 'after'] as const;

/** More letters than a name can have. */
const MAX_LENGTH = 200;

/** @throws QuernError `invalid_parameters`, and the errors of an unreadable URL */
export function wantedPart(url: string): Part {
  const given = parseQueryString(url);
  const errors = NAMES.flatMap((parameter) => {
    const values = given.get(parameter) ?? [];
    if (values.length > 1)
      return [{ parameter, detail: `\`${parameter}\` is there ${values.length} times; send it once.` }];
    if ((values[0]?.length ?? 0) <= MAX_LENGTH) return [];
    const remedy = 'send the name of an endpoint, or how it begins';
    return [{ parameter, detail: `\`${parameter}\` is longer than a name can be; ${remedy}.` }];
  });
  if (errors.length > 0) throw invalidParameters(errors);
  const [name = '', after = ''] = NAMES.map((parameter) => given.get(parameter)?.[0]);
  return { name, after };
}

export function isOfPart(part: Part, name: string): boolean {
  return name.startsWith(part.name) && name > part.after;
}

/** The query string of the part behind the endpoint `last`. */
export function behind({ name }: Part, last: string): string {
  return `?${new URLSearchParams({ ...(name !== '' && { name }), after: last }).toString()}`;
}
