import { type ExpressionNode } from '../ast/expression-node.js';
import { type SyntaxNode } from './syntax-node.js';

/** Reads an expression; what stands `around` it, such as its alias, is read by others. */
export type ExpressionReader = (node: SyntaxNode, around?: readonly string[]) => ExpressionNode;
