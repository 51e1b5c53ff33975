import { Document, isCollection, Scalar } from 'yaml';
import { type SuggestedColumn } from '../../contract/suggested-columns.js';
import { type DraftParameter } from './placement.js';
import { type DraftTest } from './draft-tests.js';

export interface EndpointDraft {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: readonly DraftParameter[];
  readonly maxRows: number | undefined;
  readonly caching: number | 'disabled';
  readonly cacheWarming: number | undefined;
  readonly query: string;
  readonly columns: readonly SuggestedColumn[];
  readonly tests: readonly DraftTest[];
}

/** The text of the file; `schema` is the path from it to the schema, by which editors complete and check it. */
export function draftText(draft: EndpointDraft, schema: string): string {
  const { id, name, description, maxRows, caching, cacheWarming } = draft;
  const parameters = new Map(draft.parameters.map((parameter) => [parameter.name, parameterEntry(parameter)]));
  const document = new Document({
    id,
    name,
    ...(description !== undefined && { description }),
    ...(parameters.size > 0 && { parameters }),
    ...(maxRows !== undefined && { max_rows: maxRows }),
    caching,
    ...(cacheWarming !== undefined && { cache_warming: cacheWarming }),
    query: block(draft.query),
    ...(draft.columns.length > 0 && { columns: draft.columns }),
    ...(draft.tests.length > 0 && { tests: draft.tests }),
  });
  for (const path of inlinePaths(draft)) writeInline(document.getIn(path));
  return `# yaml-language-server: $schema=${schema}\n${document.toString({ lineWidth: 0 })}`;
}

/** The text of `columns` alone, as it goes into a file. */
export function columnsText(columns: readonly SuggestedColumn[]): string {
  const document = new Document({ columns });
  for (const index of columns.keys()) writeInline(document.getIn(['columns', index]));
  return document.toString({ lineWidth: 0 });
}

function parameterEntry({ type, array, required }: DraftParameter): Record<string, unknown> {
  return { ...(array ? { type: 'array', items: type } : { type }), ...(required && { required }) };
}

function block(sql: string): Scalar<string> {
  const lines = sql.replaceAll('\r\n', '\n').split('\n');
  const scalar = new Scalar(
    `${lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trim()}\n`,
  );
  scalar.type = Scalar.BLOCK_LITERAL;
  return scalar;
}

/** Paths of mappings and lists that read better on one line. */
function inlinePaths({ parameters, columns, tests }: EndpointDraft): readonly (readonly (string | number)[])[] {
  return [
    ...parameters.map(({ name }) => ['parameters', name]),
    ...columns.map((_, index) => ['columns', index]),
    ...tests.flatMap((_, index) => ['parameters', 'columns'].map((key) => ['tests', index, key])),
  ];
}

function writeInline(node: unknown): void {
  if (isCollection(node)) node.flow = true;
}
