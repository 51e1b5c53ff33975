import { FORM_NAMES, FORMS } from '../../contract/form-names.js';
import { quote } from '../../errors/excerpt.js';
import { type Terminal, UsageError } from '../command-context.js';
import { type Format, isBinary } from './format-options.js';

export interface RowOptions {
  readonly format?: Format | undefined;
  readonly out?: string | undefined;
}

export interface RowsTarget {
  readonly format: Format;
  readonly out: Terminal;
  /** File in place of `out`. */
  readonly file?: string | undefined;
}

/**
 * Chooses a table for people and JSON for pipes, unless a format is named or the file's name says one.
 *
 * @throws UsageError for bytes that a terminal would show, or obey
 */
export function rowsTarget(out: Terminal, { format: named, out: file }: RowOptions): RowsTarget {
  const isShown = file === undefined && out.isTTY === true;
  const format = named ?? (file === undefined ? undefined : formatOfFile(file)) ?? (isShown ? 'table' : 'json');
  if (isShown && isBinary(format)) {
    const name = `rows.${extensionOf(format)}`;
    throw new UsageError(
      `${quote(format)} is binary, which a terminal cannot show; write it to a file: --out ${name}, or > ${name}`,
    );
  }
  return { format, out, file };
}

function extensionOf(format: Format): string {
  return format === 'table' ? 'txt' : FORMS[format].extension;
}

function formatOfFile(file: string): Format | undefined {
  return FORM_NAMES.find((name) => [name, extensionOf(name)].some((ending) => file.endsWith(`.${ending}`)));
}
