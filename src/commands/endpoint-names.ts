import { readFile } from 'node:fs/promises';
import { findEndpointFiles } from '../endpoint-files/watch/endpoint-files.js';

/** `name:` as nearly every file has it: the first column of a line holds nothing but the file's own keys. */
const NAME_LINE = /^name:[ \t]+(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s"'#{[|>][^\s#]*))[ \t]*(?:#.*)?\r?$/m;

interface NamedFile {
  readonly name: string;
  readonly file: string;
}

/** The names in the endpoint files of a folder, as far as they can be made out; nothing is checked. */
export async function namedFiles(folder: string): Promise<readonly NamedFile[]> {
  const { files } = await findEndpointFiles(folder);
  const found: NamedFile[] = [];
  for (const { path: file } of files) {
    const name = await nameIn(await readFile(file, 'utf8').catch(() => ''));
    if (name !== undefined) found.push({ name, file });
  }
  return found;
}

export async function endpointNames(folder: string): Promise<readonly Completion[]> {
  const found = await namedFiles(folder);
  return found.map(({ name, file }) => ({ value: name, note: file }));
}

/** `name=` for every parameter of an endpoint, `name=value` for each value that it is limited to. */
export async function parameterValues(folder: string, endpoint: string): Promise<readonly Completion[]> {
  const found = (await namedFiles(folder)).find(({ name }) => name === endpoint);
  if (!found) return [];
  const { parameters } = (await contentOf(await readFile(found.file, 'utf8'))) as {
    parameters?: Record<string, { description?: unknown; enum?: unknown } | null>;
  };
  return Object.entries(parameters ?? {}).flatMap(([name, entry]) => {
    const note = typeof entry?.description === 'string' ? entry.description.replace(/\s+/g, ' ').trim() : '';
    const values = Array.isArray(entry?.enum) ? entry.enum.map(String) : [''];
    return values.map((value) => ({ value: `${name}=${value}`, note }));
  });
}

async function nameIn(text: string): Promise<string | undefined> {
  const line = NAME_LINE.exec(text);
  if (line) return line[1] ?? line[2] ?? line[3];
  const { name } = (await contentOf(text)) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

/** Reads the file as plain objects; the parser is loaded only here. */
export async function contentOf(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return (parse(text) as unknown) ?? {};
  } catch {
    return {};
  }
}

/** A text that the last word can be completed to, with its kind. */
export interface Completion {
  readonly value: string;
  readonly note: string;
}
