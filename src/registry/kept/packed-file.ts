import { deserialize, serialize } from 'node:v8';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { isError } from '../../diagnostics/problem.js';
import { type CheckedFile } from '../checked-file.js';

/** Findings about a file without the parts that the file itself holds: its path, its text, and the query's text and place. */
type Packed = ReturnType<typeof parts>;

/** A file with findings to keep. */
export type SoundFile = CheckedFile & { readonly check: NonNullable<CheckedFile['check']> };

/**
 * Whether findings are worth keeping. Errors should be mended. The check of a sandboxed query prepares more than it finds. And a query that
 * hides names from the file's text hides its tables.
 */
export function isKept(file: CheckedFile): file is SoundFile {
  const { reading, check } = file;
  if (!check || check.unchecked !== undefined || check.endpoint.sandboxing) return false;
  if (!namesAsWritten(check.endpoint)) return false;
  return ![...reading.problems, ...check.problems].some(isError);
}

const WORD = /[\p{L}\p{N}_]+/gu;

/** Whether the names of tables stand in the file literally: escapes of YAML or GoogleSQL would hide them. */
function namesAsWritten({ sql, source }: Endpoint): boolean {
  const { text } = source.query.written;
  if (!text.includes('\\')) return true;
  const written = new Set(text.match(WORD));
  return !/`[^`]*\\/.test(sql) && (sql.match(WORD) ?? []).every((word) => written.has(word));
}

export function packed(file: SoundFile): Buffer {
  return serialize(parts(file));
}

function parts({ reading, check: { endpoint, columns, problems } }: SoundFile) {
  const { source, ...definition } = endpoint;
  const { style, written } = source.query;
  const query = { style, start: written.start, end: written.end };
  return { definition, query, places: source.columns, reading, columns, problems };
}

/** Unpacks the findings about a file with this path and this text. */
export function unpacked(bytes: Buffer, file: string, text: string): CheckedFile {
  const { definition, query, places, reading, columns, problems } = deserialize(bytes) as Packed;
  const { style, start, end } = query;
  const source = { file, query: { style, written: { text, start, end } }, columns: places };
  return {
    reading: {
      problems: reading.problems.map((problem) => ({ ...problem, file })),
      names: reading.names.map((name) => ({ ...name, where: { ...name.where, file } })),
    },
    check: {
      endpoint: Object.freeze({ ...definition, source }),
      columns,
      problems: problems.map((problem) => ({ ...problem, file })),
    },
  };
}
