import { type CstNode } from '../cst.js';
import { identifierText } from '../literals/literals.js';
import { arrayOf, scalarByName, type SqlType, type StructField } from '../../../../googlesql/types/types.js';

/** What other dialects call types that GoogleSQL has. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ...['TEXT', 'VARCHAR', 'CHAR', 'NVARCHAR'].map((name) => [name, 'STRING'] as const),
  ...['DOUBLE', 'REAL', 'FLOAT'].map((name) => [name, 'FLOAT64'] as const),
  ...['TIMESTAMPTZ', 'TIMESTAMP_TZ'].map((name) => [name, 'TIMESTAMP'] as const),
  ...['SIGNED', 'UNSIGNED', 'LONG'].map((name) => [name, 'INT64'] as const),
]);

/** A type as written in CAST or before an array or a STRUCT; with limits such as `STRING(5)` where the caller reads those. */
export function namedType(node: CstNode, isLimited = false): SqlType {
  if (node.type !== 'Type' && node.type !== 'Identifier') throw node.unsupported(`type "${node.text}"`);
  if (isLimited) node.claim('parameter');
  node.only('type_declaration');
  const declaration = node.child('type_declaration');
  if (node.keyword === 'ARRAY' && declaration) {
    declaration.only('type');
    const element = namedType(declaration.need('type'), isLimited);
    if (element.kind === 'ARRAY') throw node.error('an ARRAY of ARRAYs is not possible; put a STRUCT in between');
    return arrayOf(element);
  }
  if (node.keyword === 'STRUCT' && declaration) {
    declaration.only('declarations');
    return { kind: 'STRUCT', fields: declaration.list('declarations').map((field) => structField(field, isLimited)) };
  }
  node.only();
  const kind = scalarByName(node.text);
  if (!kind) {
    const meant = OTHER_TYPES.get(node.keyword);
    throw meant === undefined
      ? node.unsupported(`type "${node.text}"`)
      : node.error(`there is no type ${node.text}; write ${meant}`);
  }
  return { kind };
}

/** `name TYPE`, or a type alone. */
function structField(node: CstNode, isLimited: boolean): StructField {
  node.only('type');
  const type = namedType(node.need('type'), isLimited);
  return { name: node.text === '' ? '' : identifierText(node), type };
}
