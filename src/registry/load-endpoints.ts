import { duplicateClaims } from './duplicate-names.js';
import { readEndpointFile } from '../endpoint-files/watch/endpoint-file-reading.js';
import { findEndpointFiles } from '../endpoint-files/watch/endpoint-files.js';
import type { Endpoint } from '../endpoint-files/endpoint.js';
import type { Problem } from '../diagnostics/problem.js';
import { type EndpointReading } from '../endpoint-files/format/read-endpoint.js';

export interface LoadedEndpoints {
  readonly endpoints: readonly Endpoint[];
  /** Of all files; while there is an error, the set is not fit to be served. */
  readonly problems: readonly Problem[];
}

/** Reads every endpoint file under a folder once, in the order of their paths, without asking an engine. */
export async function loadEndpoints(folder: string): Promise<LoadedEndpoints> {
  const { files, problems } = await findEndpointFiles(folder);
  const readings: EndpointReading[] = [];
  for (const { path } of files) {
    const contents = await readEndpointFile(path);
    if (contents) readings.push(contents.reading());
  }
  return {
    endpoints: readings.flatMap(({ endpoint }) => endpoint ?? []),
    problems: [
      ...problems,
      ...readings.flatMap((reading) => reading.problems),
      ...duplicateClaims(readings.flatMap((reading) => reading.claims)),
    ],
  };
}
