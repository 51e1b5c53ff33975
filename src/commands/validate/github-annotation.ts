import type { Problem } from '../../diagnostics/problem.js';

/** A problem as a workflow command, which GitHub shows at the line of the file: `::error file=…,line=…,col=…,title=…::…`. */
export function githubAnnotation({ severity, file, line, column, code, message }: Problem): string {
  const properties = Object.entries({ file, line, col: column, title: code });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::${severity} ${list}::${escapeData(message)}`;
}

/** A line break would end the command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
