import { readFile, writeFile } from 'node:fs/promises';
import { readDocument } from '../../contract/openapi/read-document.js';
import { typesText } from '../../contract/types/types-text.js';
import { type CommandContext } from '../command-context.js';
import { documentOf } from '../openapi/document-of.js';
import { type TypesOptions } from './types-options.js';

export async function writeTypes(context: CommandContext, options: TypesOptions): Promise<void> {
  const { document: file } = options;
  const document = file === undefined ? await documentOf(context, options.key) : await readFile(file, 'utf8');
  const text = typesText([...readDocument(document, file).values()]);
  if (options.out === undefined) context.out.write(text);
  else await writeFile(options.out, text);
}
