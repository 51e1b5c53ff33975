import { quote } from '../../errors/excerpt.js';
import type { Column } from '../../engines/engine.js';
import type { TextPosition } from '../../googlesql/tokens/text-position.js';
import type { YamlEntry } from '../yaml/yaml-value.js';

/** Places of `columns` in a file, its items in the order of the file. */
export interface ColumnPlaces {
  readonly key: TextPosition;
  readonly items: readonly { readonly name: TextPosition; readonly type: TextPosition }[];
}

export interface ColumnMismatch {
  readonly place: TextPosition;
  readonly message: string;
}

export function columnPlaces({ keyPlace, value }: YamlEntry): ColumnPlaces {
  const items = (value.kind === 'list' ? value.items : []).map((item) => {
    const placeOf = (key: string) =>
      (item.kind === 'mapping' ? item.entries.get(key)?.value.place : undefined) ?? item.place;
    return { name: placeOf('name'), type: placeOf('type') };
  });
  return { key: keyPlace, items };
}

/** The first difference between the columns that a file promises and those that its query returns. */
export function columnMismatch(
  promised: readonly Column[],
  returned: readonly Column[],
  places: ColumnPlaces,
): ColumnMismatch | undefined {
  const index = Array.from({ length: Math.max(promised.length, returned.length) }).findIndex(
    (_, at) => promised[at]?.name !== returned[at]?.name || promised[at]?.type !== returned[at]?.type,
  );
  const [wanted, found, item] = [promised[index], returned[index], places.items[index]];
  if (!wanted) {
    return (
      found && {
        place: places.key,
        message: `the query returns one more column; write - { name: ${found.name}, type: ${found.type} } as item ${index + 1}, or remove it from the query`,
      }
    );
  }
  if (wanted.name === found?.name) {
    const message = `column ${quote(wanted.name)} is ${found.type} in the query, not ${wanted.type}; write type: ${found.type}, or CAST it in the query`;
    return { place: item?.type ?? places.key, message };
  }
  const elsewhere = returned.findIndex(({ name }) => name === wanted.name);
  const what =
    elsewhere >= 0
      ? `column ${quote(wanted.name)} is number ${elsewhere + 1} in the query, not ${index + 1}; the order counts`
      : `the query returns no column ${quote(wanted.name)}`;
  const remedy = found ? `write name: ${found.name} here, or change the query` : 'remove it, or SELECT it in the query';
  return { place: item?.name ?? places.key, message: `${what}; ${remedy}` };
}
