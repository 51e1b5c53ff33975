import { readDocument } from '../../contract/openapi/read-document.js';
import { typesText } from '../../contract/types/types-text.js';
import { quote } from '../../errors/excerpt.js';
import { type CommandContext } from '../command-context.js';
import { readGivenFile, writeGivenFile } from '../given-file.js';
import { documentOf } from '../openapi/document-of.js';

export async function writeTypes(context: CommandContext, options: TypesOptions): Promise<void> {
  const { document: file } = options;
  const document =
    file === undefined ? await documentOf(context, options.key) : await readGivenFile('--document', file);
  const endpoints = [...readDocument(document, file).values()];
  if (endpoints.length === 0) context.err.write(`quern: ${reasonForNone(options)}, so that Endpoints is empty\n`);
  const text = typesText(endpoints);
  if (options.out === undefined) context.out.write(text);
  else await writeGivenFile('--out', options.out, text);
}

function reasonForNone({ key, document }: TypesOptions): string {
  if (document !== undefined) return `the key of ${quote(document)} may call no endpoint`;
  return key === undefined ? 'there is no endpoint' : `the key ${quote(key)} may call no endpoint`;
}

interface TypesOptions {
  readonly key?: string;
  readonly document?: string;
  readonly out?: string;
}
