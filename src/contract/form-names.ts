/** Forms of rows, as in `rows.<form>`; of several that a client likes as well, the first one is taken. */
export const FORM_NAMES = ['json', 'ndjson', 'csv', 'parquet', 'arrow'] as const;

export type FormName = (typeof FORM_NAMES)[number];

/** A form, or CSV whose texts no spreadsheet takes for a formula. */
export type FormKind = FormName | 'csv_safe';

interface Form {
  /** Media type without parameters; the JSON of `rows.json` has no envelope. */
  readonly mediaType: string;
  readonly contentType: string;
  readonly extension: string;
  /** Whether it gets smaller when it is coded. Files that are compressed already do not. */
  readonly isText: boolean;
}

const TEXT_CSV = form('text/csv', 'csv', 'text/csv; charset=utf-8; header=present');

/** Parquet and Arrow are registered (IANA), as is CSV (RFC 4180, RFC 7111); for NDJSON there is only what clients use. */
export const FORMS: Readonly<Record<FormKind, Form>> = {
  json: form('application/json', 'json', 'application/json; charset=utf-8'),
  ndjson: form('application/x-ndjson', 'ndjson'),
  csv: TEXT_CSV,
  csv_safe: TEXT_CSV,
  parquet: { ...form('application/vnd.apache.parquet', 'parquet'), isText: false },
  arrow: { ...form('application/vnd.apache.arrow.stream', 'arrows'), isText: false },
};

function form(mediaType: string, extension: string, contentType = mediaType): Form {
  return { mediaType, contentType, extension, isText: true };
}

export function isFormName(name: string): name is FormName {
  return (FORM_NAMES as readonly string[]).includes(name);
}
