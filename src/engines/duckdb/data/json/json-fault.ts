import { JsonFault, visitJson } from '../../../../diagnostics/visit-json.js';
import { positionAt } from '../../../../googlesql/tokens/text-position.js';
import { UnsoundFile } from '../sound/unsound-file.js';

/** The place where the text of a file stops being JSON; undefined where it is some. */
export function jsonFault(text: string, path: string): UnsoundFile | undefined {
  const complaint = complaintOf(text);
  if (complaint === undefined) return undefined;
  const line = lineOfFault(text);
  const words = complaint.replace(/ in JSON .*| of JSON input$|, (?:\.\.\.)?".*/s, '');
  return new UnsoundFile(path, `it is no JSON from line ${line} on: ${words}`, line);
}

function lineOfFault(text: string): number {
  try {
    visitJson(text);
  } catch (error) {
    if (error instanceof JsonFault) return positionAt(text, error.offset).line;
    // Values within each other by the ten thousand are too deep for the visitor.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

function complaintOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}
