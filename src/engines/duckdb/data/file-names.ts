const KINDS = { parquet: 'parquet', ndjson: 'ndjson', jsonl: 'ndjson', json: 'json', csv: 'csv', tsv: 'tsv' } as const;

/** The format of a file's rows; `json` is one array, or objects one after the other. */
export type FileFormat = (typeof KINDS)[keyof typeof KINDS];

/** The table and the format in a file's name. */
export interface TableFileName {
  readonly table: string;
  readonly format: FileFormat;
  /** Ending from the dot on, with that of the compression. */
  readonly suffix: string;
}

const NAME = /^(?<table>.+?)(?<suffix>\.(?:(?<plain>parquet)|(?<kind>ndjson|jsonl|json|csv|tsv)(?:\.(?:gz|zst))?))$/;

export const SCHEMA_SUFFIX = '.schema.json';

/** Parses the name of a table's file; undefined for other files. */
export function tableFileName(name: string): TableFileName | undefined {
  const { table = '', suffix = '', plain, kind } = NAME.exec(name)?.groups ?? {};
  const format = KINDS[(plain ?? kind) as keyof typeof KINDS] as FileFormat | undefined;
  return format && !name.endsWith(SCHEMA_SUFFIX) ? { table, format, suffix } : undefined;
}

const CONVERT = 'write it as Parquet, NDJSON or CSV';
const DECOMPRESS = 'decompress it, or compress it by gzip (.gz) or zstd (.zst)';

/** Files that people put beside tables and do not expect to be read. */
const NO_DATA = /^_|^[^.]*$|\.(?:md|txt|crc|sql|pdf)$/i;

/** The reason why a file is not read, with a remedy; undefined for files that no operator takes for tables. */
export function ignoredReason(name: string): string | undefined {
  if (NO_DATA.test(name)) return undefined;
  if (/\.parquet\.\w+$/i.test(name)) return 'Parquet is compressed within; decompress the file';
  if (/\.(?:bz2|xz|lz4|br|snappy|sz|lzo|z|zip|7z|rar|tar|tgz)$/i.test(name))
    return `it is compressed in a way that is not read; ${DECOMPRESS}`;
  if (tableFileName(name.toLowerCase())) return 'its extension is not in lower case; rename it';
  return `it is of a kind that is not read; ${CONVERT}`;
}
