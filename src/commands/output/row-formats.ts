/** How a command can write rows. */
export const FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;

export type Format = (typeof FORMATS)[number];
