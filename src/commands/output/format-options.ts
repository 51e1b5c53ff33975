import { Option } from 'commander';
import { FORM_NAMES, type FormName, FORMS } from '../../contract/form-names.js';

/** Formats of a command's rows: a table for people, or the forms of an answer. */
export type Format = 'table' | FormName;

const FORMATS: readonly Format[] = ['table', ...FORM_NAMES];

/** Formats for a command's own lists, whose values have no types that would be lost. */
const TEXT_FORMATS = FORMATS.filter((format) => !isBinary(format));

export function isBinary(format: Format): boolean {
  return format !== 'table' && !FORMS[format].isText;
}

const WORDS = 'how rows are written; left out: table on a terminal, json in a pipe';

export function listFormatOption(): Option {
  return new Option('--format <format>', WORDS).choices(TEXT_FORMATS);
}

export function rowFormatOption(): Option {
  return new Option('--format <format>', `${WORDS}, in a file what its name ends in`).choices(FORMATS);
}

export function outOption(): Option {
  return new Option('-o, --out <file>', 'where to write the rows; left out: standard output');
}
