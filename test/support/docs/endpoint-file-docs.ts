import { endpointSchema } from './endpoint-schema.js';
import { entryKeys } from '../../../src/endpoint-files/yaml/entry-keys.js';

/** The JSON Schema as it is published. */
export function schemaText(): string {
  return `${JSON.stringify(endpointSchema(), null, 2)}\n`;
}

/** The keys of a class of entries, as a table. */
export function keysTable(type: new () => object): string {
  const rows = entryKeys(type).map(({ name, takes, isRequired, default: fallback, description }) => {
    const left = isRequired ? 'required' : fallback === undefined ? 'none' : `\`${JSON.stringify(fallback)}\``;
    return `| \`${name}\` | ${prose(takes)} | ${left.replaceAll('"', '')} | ${prose(description)} |`;
  });
  return ['| key | takes | default | |', '|---|---|---|---|', ...rows].join('\n');
}

/** Text as it is, where a table or Markdown would take some of it for its own. */
function prose(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<');
}
