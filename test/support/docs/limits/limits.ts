import { CACHE } from './cache-limits.js';
import { COMMANDS, EMBEDDED, FIGURES, FILES, KEYS_FILE } from './file-limits.js';
import { type Limit, type LimitSection } from './limit.js';
import { CONNECTIONS, KEYS, REQUESTS } from './request-limits.js';
import { CALLERS_SQL, RUNS } from './run-limits.js';

const SECTIONS: readonly LimitSection[] = [
  REQUESTS,
  CONNECTIONS,
  KEYS,
  RUNS,
  CALLERS_SQL,
  CACHE,
  FILES,
  EMBEDDED,
  KEYS_FILE,
  FIGURES,
  COMMANDS,
];

/** Every bound of the service, in one table. */
export function limitsTable(): string {
  const rows = SECTIONS.flatMap(([heading, limits]) => [`| **${heading}** | | | |`, ...limits.map(row)]);
  return ['| what | limit | changed by | beyond it |', '|---|---|---|---|', ...rows].join('\n');
}

function row({ what, limit, setBy = '', beyond }: Limit): string {
  return `| ${[what, limit, setBy, beyond].map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
}
