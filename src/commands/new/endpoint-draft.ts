import { Document, type Node, Scalar } from 'yaml';
import { type SuggestedColumn } from '../../contract/suggested-columns.js';
import { type Column } from '../../engines/engine.js';
import { type ScalarTypeName } from '../../parameters/parameter.js';
import { type DraftParameter } from './placement.js';

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
  /** Cases as they stand in the file. */
  readonly tests: readonly object[];
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
    ...(draft.columns.length > 0 && { columns: draft.columns.map(inline) }),
    ...(draft.tests.length > 0 && { tests: draft.tests }),
  });
  return `# yaml-language-server: $schema=${schema}\n${document.toString({ lineWidth: 0 })}`;
}

/** The text of `columns` alone, as it goes into a file. */
export function columnsText(columns: readonly SuggestedColumn[]): string {
  return new Document({ columns: columns.map(inline) }).toString({ lineWidth: 0 });
}

function parameterEntry({ type, array, required }: DraftParameter): Node {
  return inline({ ...(array ? { type: 'array', items: type } : { type }), ...(required && { required }) });
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

/** A mapping or list that reads better on one line. */
function inline(value: object): Node {
  return new Document().createNode(value, { flow: true });
}

const SAMPLES: Readonly<Record<ScalarTypeName, unknown>> = {
  string: 'a',
  integer: 1,
  number: 1.5,
  boolean: true,
  timestamp: '2026-01-01T00:00:00Z',
  date: '2026-01-01',
};

/** Cases that hold for any query with these parameters and columns, as a start. */
export function draftTests(parameters: readonly DraftParameter[], columns: readonly Column[]): readonly object[] {
  const required = parameters.filter((parameter) => parameter.required);
  const values = required.map(({ name, type, array }) => [name, array ? [SAMPLES[type]] : SAMPLES[type]] as const);
  const hasColumns = {
    name: 'has these columns, whatever the tables hold',
    ...(required.length > 0 && { parameters: inline(Object.fromEntries(values)) }),
    columns: inline(columns.map(({ name }) => name)),
  };
  const [first] = required;
  return first ? [hasColumns, { name: `needs ${first.name}`, error: 'invalid_parameters' }] : [hasColumns];
}
