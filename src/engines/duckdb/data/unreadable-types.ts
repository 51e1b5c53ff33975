import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';

const WHOLE = 'write it as BIGINT or DECIMAL(38, 9), or as VARCHAR where that is too small';

const CURES: ReadonlyMap<DuckDBTypeId, string> = new Map([
  [DuckDBTypeId.MAP, 'write it as a list of structs, as map_entries(…) makes it'],
  [DuckDBTypeId.UNION, 'write it as a STRUCT with a field for each kind of value'],
  [DuckDBTypeId.HUGEINT, WHOLE],
  [DuckDBTypeId.UHUGEINT, WHOLE],
  [DuckDBTypeId.BIGNUM, WHOLE],
  [DuckDBTypeId.TIME_TZ, 'write it as TIME, or as VARCHAR'],
  [DuckDBTypeId.INTERVAL, 'write it as a number of seconds, or as VARCHAR'],
  [DuckDBTypeId.BIT, 'write it as VARCHAR or BLOB'],
]);

const MAX_TYPE_LENGTH = 60;

/** The reason why a column of this type cannot be named, with a remedy. */
export function unreadReason(type: DuckDBType): string {
  const found = culprit(type);
  const name = shortened(String(type));
  const within = found === type ? '' : `, with ${shortened(String(found))} in it`;
  const cure = CURES.get(found.typeId) ?? 'write it as VARCHAR';
  return `is not read: it is of type ${name}${within}, which GoogleSQL does not have; ${cure}`;
}

/** The innermost type that is not known. */
function culprit(type: DuckDBType): DuckDBType {
  const inner = innerTypes(type).filter((each) => CURES.has(culprit(each).typeId));
  return inner[0] ? culprit(inner[0]) : type;
}

/** The types of a list's elements, or of a struct's fields. */
export function innerTypes(type: DuckDBType): readonly DuckDBType[] {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return [type.valueType];
    case DuckDBTypeId.STRUCT:
      return type.entryTypes;
    default:
      return [];
  }
}

function shortened(text: string): string {
  return text.length > MAX_TYPE_LENGTH ? `${text.slice(0, MAX_TYPE_LENGTH)}…` : text;
}
