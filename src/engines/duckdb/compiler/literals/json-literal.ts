import { type CstNode } from '../cst.js';
import { type Expression, typed } from '../expression.js';
import { BadJson, normalJson } from '../json/json-normal.js';
import { stringLiteral } from './literals.js';
import { JSON_TYPE } from '../../../../googlesql/types/types.js';
import { quoteString } from '../types/duckdb-types.js';

/** `JSON '{"a": 1}'`. */
export function jsonLiteral(right: CstNode): Expression {
  const { literal } = right.type === 'StringLiteral' ? stringLiteral(right) : { literal: undefined };
  if (typeof literal !== 'string') throw right.unsupported(`JSON written as ${right.text}; write JSON '…', which`);
  return typed(`CAST(${quoteString(normalLiteral(literal, right))} AS JSON)`, JSON_TYPE);
}

function normalLiteral(text: string, node: CstNode): string {
  try {
    return normalJson(text);
  } catch (error) {
    if (error instanceof BadJson) throw node.error(`the text of this JSON literal ${error.message}`);
    throw error;
  }
}
