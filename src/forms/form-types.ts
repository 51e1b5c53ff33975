import { type ColumnScalar, columnTypeOf, type ColumnType } from '../contract/column-type.js';
import { type Column } from '../engines/engine.js';

/** A type as forms with types of their own write it. `TEXT` is a value of a type that is not known here, as its JSON. */
export type FormType =
  | { readonly kind: ColumnScalar | 'TEXT' }
  | { readonly kind: 'ARRAY'; readonly element: FormType }
  | { readonly kind: 'STRUCT'; readonly fields: readonly FormField[] };

export interface FormField {
  /** Name, never empty and never that of another field. */
  readonly name: string;
  readonly type: FormType;
}

/** The columns of an answer as fields of one row. */
export function formFields(columns: readonly Column[]): readonly FormField[] {
  return fieldsOf(columns.map(({ name, type }) => ({ name, type: columnTypeOf(type) })));
}

function fieldsOf(
  fields: readonly { readonly name: string; readonly type: ColumnType | undefined }[],
): readonly FormField[] {
  const names = distinctNames(fields.map(({ name }) => name));
  return fields.map(({ name, type }, index) => ({ name: names[index] ?? name, type: formType(type) }));
}

function formType(type: ColumnType | undefined): FormType {
  if (!type) return { kind: 'TEXT' };
  switch (type.kind) {
    case 'ARRAY':
      return { kind: 'ARRAY', element: formType(type.element) };
    case 'RANGE':
      return { kind: 'STRUCT', fields: fieldsOf(['start', 'end'].map((name) => ({ name, type: type.element }))) };
    case 'STRUCT':
      return { kind: 'STRUCT', fields: fieldsOf(type.fields) };
    default:
      return { kind: type.kind };
  }
}

/**
 * Makes names distinct: a STRUCT may have fields without a name, and several of one name, where readers look for them by names, some
 * without regard to case.
 */
function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names.map(folded));
  const used = new Set<string>();
  return names.map((name, index) => {
    let own = name === '' ? `_field_${index + 1}` : name;
    for (let count = 2; used.has(folded(own)) || (own !== name && taken.has(folded(own))); count += 1) {
      own = `${name}_${count}`;
    }
    used.add(folded(own));
    return own;
  });
}

function folded(name: string): string {
  return name.toLowerCase();
}
