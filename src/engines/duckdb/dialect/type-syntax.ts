import { type CstNode } from './cst.js';
import { arrayOf, scalarByName, type SqlType } from './types.js';

/** A type as written in CAST or before an array literal. */
export function namedType(node: CstNode): SqlType {
  if (node.type !== 'Type' && node.type !== 'Identifier') throw node.unsupported(`type "${node.text}"`);
  node.only('type_declaration');
  if (node.keyword === 'ARRAY' && node.has('type_declaration')) {
    const declaration = node.need('type_declaration');
    declaration.only('type');
    return arrayOf(namedType(declaration.need('type')));
  }
  node.only();
  const kind = scalarByName(node.text);
  if (!kind) throw node.unsupported(`type "${node.text}"`);
  return { kind };
}
