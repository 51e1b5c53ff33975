import { fieldValues, isCoercible, isConstant, isTextParameter, type TypedValue } from './coercion.js';
import { arrayOf, INT64, isUndecided, OPEN_TYPE, sameForm, sameType, type SqlType, withoutNull } from './types.js';

/** The type that all of these can take (GoogleSQL's supertype), as CASE, COALESCE, arrays and UNION need it: an open one beside an open value. */
export function commonType(values: readonly TypedValue[]): SqlType | undefined {
  if (values.some(({ type }) => type === OPEN_TYPE)) return OPEN_TYPE;
  const known = values.filter(({ type }) => type.kind !== 'NULL' && type.kind !== 'ERROR');
  const [first] = known;
  if (!first) return INT64;
  if (known.every(({ type }) => sameType(type, first.type) && sameForm(type, first.type))) {
    return withoutNull(first.type);
  }
  const takenByAll = (type: SqlType) => known.every((value) => isCoercible(value, type));
  if (first.type.kind === 'STRUCT' || first.type.kind === 'ARRAY') {
    const type = first.type.kind === 'STRUCT' ? commonStruct(known) : commonArray(known);
    return type && takenByAll(type) ? type : undefined;
  }
  // Literals go by the types of the others.
  const yields = (value: TypedValue) => value.literal !== undefined || isTextParameter(value);
  const ordered = [...known.filter((value) => !yields(value)), ...known.filter(yields)];
  // One type of each kind is enough: records and arrays, the kinds with many types, do not go together with the first one anyway.
  const candidates = new Map(ordered.map(({ type }) => [type.kind, withoutNull(type)]));
  return [...candidates.values()].find(takenByAll);
}

/** The STRUCT type that all of these take: fields by their order, names as the first has them. */
function commonStruct(values: readonly TypedValue[]): SqlType | undefined {
  const fields = values[0]?.type.kind === 'STRUCT' ? values[0].type.fields : [];
  const rows = values.map(fieldValues);
  if (!rows.every(({ length }, index) => values[index]?.type.kind === 'STRUCT' && length === fields.length)) {
    return undefined;
  }
  const common = fields.flatMap(({ name }, index) => {
    const type = commonType(rows.flatMap((row) => row[index] ?? []));
    return type ? [{ name, type }] : [];
  });
  return common.length === fields.length ? { kind: 'STRUCT', fields: common } : undefined;
}

/** The ARRAY type that all of these take. */
function commonArray(values: readonly TypedValue[]): SqlType | undefined {
  const elements = values.flatMap((value) => {
    if (value.type.kind !== 'ARRAY' || isUndecided(value.type.element)) return [];
    return value.parts && isConstant(value) ? value.parts : [{ type: withoutNull(value.type.element) }];
  });
  const element = elements.length === 0 ? undefined : commonType(elements);
  return element ? arrayOf(element) : values[0] && withoutNull(values[0].type);
}
