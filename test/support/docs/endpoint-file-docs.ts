import { endpointSchema } from './endpoint-schema.js';
import { type Entry } from '../../../src/endpoint-files/yaml/entry-keys.js';

/** The JSON Schema as it is published. */
export function schemaText(): string {
  return `${JSON.stringify(endpointSchema(), null, 2)}\n`;
}

/** The keys of an entry, as a table. */
export function keysTable({ keys }: Entry): string {
  const rows = Object.entries(keys).map(([name, { rule, isRequired, default: fallback, description }]) => {
    const left = isRequired ? 'required' : fallback === undefined ? 'none' : `\`${JSON.stringify(fallback)}\``;
    return `| \`${name}\` | ${prose(rule.takes)} | ${left.replaceAll('"', '')} | ${prose(description)} |`;
  });
  return ['| key | takes | default | |', '|---|---|---|---|', ...rows].join('\n');
}

/** Text as it is, where a table or Markdown would take some of it for its own. */
function prose(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<');
}
