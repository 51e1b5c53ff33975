/** The servers that are compared. */
export const NAMES = ['bare', 'nest', 'quern'] as const;

export type Name = (typeof NAMES)[number];

export const TITLES: Readonly<Record<Name, string>> = { bare: 'bare node:http', nest: 'plain Nest', quern: 'Quern' };
