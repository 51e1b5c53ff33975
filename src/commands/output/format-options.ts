import { Option } from 'commander';
import { FORMATS, TEXT_FORMATS } from './row-formats.js';

const WORDS = 'how rows are written; left out: table on a terminal, json in a pipe';

/** Of a command that lists something. */
export function listFormatOption(): Option {
  return new Option('--format <format>', WORDS).choices(TEXT_FORMATS);
}

/** Of a command that answers with the rows of a query. */
export function rowFormatOption(): Option {
  return new Option('--format <format>', `${WORDS}, in a file what its name ends in`).choices(FORMATS);
}

export function outOption(): Option {
  return new Option('-o, --out <file>', 'where to write the rows; left out: standard output');
}
