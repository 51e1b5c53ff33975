import { type SqlType } from '../../types/types.js';

/** A column to search, or a field, as it is written. */
export interface NamedValue {
  readonly name: string;
  readonly type: SqlType;
}

/** Most places in a message, and most fields that are looked at. */
const MAX_PLACES = 3;
const MAX_FIELDS = 10_000;

/** ` It is deeper: metadata.response.status_code; …` where fields within the columns are called so, the nearest first. */
export function deeperRemark(name: string, columns: readonly NamedValue[], where = ''): string | undefined {
  const places = placesOf(name.toLowerCase(), columns);
  const [nearest] = places;
  if (!nearest) return undefined;
  const paths = places.map((steps) => steps.map((step) => step.name).join('.'));
  return ` It is deeper${where}: ${paths.join(', ')}${unnested(nearest)}`;
}

type Steps = readonly NamedValue[];

function placesOf(name: string, columns: readonly NamedValue[]): readonly Steps[] {
  const found: Steps[] = [];
  let level: readonly Steps[] = columns.map((column) => [column]);
  for (let seen = 0; level.length > 0 && found.length < MAX_PLACES && seen < MAX_FIELDS; seen += level.length) {
    level = level.flatMap((steps) => fieldsOf(steps.at(-1)).map((field) => [...steps, field]));
    found.push(...level.filter((steps) => steps.at(-1)?.name.toLowerCase() === name));
  }
  return found.slice(0, MAX_PLACES);
}

function fieldsOf(value: NamedValue | undefined): readonly NamedValue[] {
  const type = value?.type.kind === 'ARRAY' ? value.type.element : value?.type;
  return type?.kind === 'STRUCT' ? type.fields.filter((field) => field.name !== '') : [];
}

/** The remedy for values within arrays: `; write CROSS JOIN UNNEST(metadata) AS m, and m.status`. */
function unnested(steps: Steps): string {
  const joins: string[] = [];
  const aliases = new Set<string>();
  let path = '';
  for (const [index, { name, type }] of steps.entries()) {
    path = path === '' ? name : `${path}.${name}`;
    if (type.kind !== 'ARRAY' || index === steps.length - 1) continue;
    const letter = name.slice(0, 1).toLowerCase();
    const alias = aliases.has(letter) ? name : letter;
    aliases.add(alias);
    joins.push(`CROSS JOIN UNNEST(${path}) AS ${alias}`);
    path = alias;
  }
  return joins.length === 0 ? '' : `; write ${joins.join(' ')}, and ${path}`;
}
