import { quote } from '../../../errors/excerpt.js';
import { type NameNode } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { errorAt, UnknownName } from '../dialect-error.js';
import { type RowPlace } from './name-place.js';
import { type Merged, namedColumns, namesIn, openColumn, type RangeVariable, type Rows } from './rows.js';

/** The column that USING names on one side of a join. */
export function sideColumn(side: Rows, which: string, word: NameNode): Merged & { readonly place: RowPlace } {
  const { name } = word;
  // A name that a FROM item and a column have is the item's, here as elsewhere.
  const item = byName(side.variables, name).find(({ value, isForgotten }) => !value && !isForgotten);
  if (item) {
    const remedy = 'give the item another name with AS, or write ON';
    throw errorAt(word, `USING takes columns, and ${quote(name)} is a FROM item on the ${which}; ${remedy}`);
  }
  const [merged] = byName(side.merged, name);
  const columns = namedColumns(side.variables, name);
  if (merged?.sides === columns.length) {
    return { ...merged, same: merged.same ?? merged, place: { of: 'merged', index: side.merged.indexOf(merged) } };
  }
  const [column, second] = columns;
  const message = `USING needs exactly one column ${quote(name)} on each side`;
  if (second) throw errorAt(word, `${message}, and there are ${columns.length} on the ${which}`);
  if (!column) {
    const open = openColumn(side.variables, name);
    if (open) return { name, ...open.value, sides: 0, same: open.value, place: open.place };
    const names = side.variables.flatMap((variable) =>
      [variable.value ? (variable.name ?? []) : [], namesIn(variable)].flat(),
    );
    throw new UnknownName(word, `${message}, and there is none on the ${which}`, name, names);
  }
  const { value, place } = column;
  return { name, ...value, sides: 1, same: value, place };
}

/** Refuses two FROM items of one name. */
export function refuseTwins(variables: readonly RangeVariable[], place: TextPosition): void {
  const named = variables.flatMap(({ name, offsetName }) => [{ name }, { name: offsetName }]);
  const twin = named.find((each) => each.name !== undefined && byName(named, each.name)[0] !== each);
  if (twin?.name !== undefined)
    throw errorAt(place, `two FROM items are named "${twin.name}"; give one another name with AS`);
}
