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

/** Parquet and Arrow are registered (IANA), as is CSV (RFC 4180, RFC 7111); the one for NDJSON is only the custom of clients. */
export const FORMS: Readonly<Record<FormKind, Form>> = {
  json: {
    mediaType: 'application/json',
    contentType: 'application/json; charset=utf-8',
    extension: 'json',
    isText: true,
  },
  ndjson: { mediaType: 'application/x-ndjson', contentType: 'application/x-ndjson', extension: 'ndjson', isText: true },
  csv: csvForm(),
  csv_safe: csvForm(),
  parquet: binaryForm('application/vnd.apache.parquet', 'parquet'),
  arrow: binaryForm('application/vnd.apache.arrow.stream', 'arrows'),
};

function csvForm(): Form {
  return {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    isText: true,
  };
}

function binaryForm(mediaType: string, extension: string): Form {
  return { mediaType, contentType: mediaType, extension, isText: false };
}

export function isFormName(name: string): name is FormName {
  return (FORM_NAMES as readonly string[]).includes(name);
}
