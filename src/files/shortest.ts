import { relative } from 'node:path';

/** The path from the current folder, unless that is no shorter. */
export function shortest(path: string): string {
  const from = relative('.', path);
  return from.length > 0 && from.length < path.length ? from : path;
}
