import { type ExpressionNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { errorAt } from '../dialect-error.js';
import { OPEN } from '../open.js';
import { elementValue } from './access.js';
import { betweenValue, distinctValue, inValue } from './comparisons.js';
import { arrayValue, caseValue, structValue } from './constructors.js';
import { type ExpressionScope } from './expression-scope.js';
import { intervalValue } from './intervals.js';
import { quantifiedLikeValue } from './like.js';
import { literalValue } from './literals.js';
import { binaryValue, prefixValue } from './operators.js';

/**
 * The value of an expression: its type, and what else decides on the types that it can take.
 *
 * @throws DialectError for names that mean nothing and types that do not go together
 */
export function expressionValue(node: ExpressionNode, scope: ExpressionScope): TypedValue {
  switch (node.type) {
    case 'Integer':
    case 'Float':
    case 'String':
    case 'Bytes':
    case 'Boolean':
    case 'Null':
      return literalValue(node);
    case 'Parameter':
      return scope.parameter(node);
    case 'Name':
      return scope.name(node);
    case 'Field':
      return scope.field(node);
    case 'Element':
      return elementValue(node, scope);
    case 'Brackets':
      return scope.value(node.inner);
    case 'Prefix':
      return prefixValue(node, scope);
    case 'Binary':
      return binaryValue(node, scope);
    case 'QuantifiedLike':
      return quantifiedLikeValue(node, scope);
    case 'Between':
      return betweenValue(node, scope);
    case 'In':
      return inValue(node, scope);
    case 'DistinctFrom':
      return distinctValue(node, scope);
    case 'Case':
      return caseValue(node, scope);
    case 'Call':
      return scope.call(node);
    case 'Array':
      return arrayValue(node, scope);
    case 'Struct':
      return structValue(node, scope);
    case 'Interval':
      return intervalValue(node, scope);
    case 'Query':
      return scope.query(node);
    case 'NamedArgument':
      return scope.value(node.value);
    // Arguments of functions that are not known here.
    case 'CastOperand':
    case 'ExtractOperand':
      scope.value(node.value);
      return OPEN;
    case 'Star':
      throw errorAt(node, `"${node.text}" cannot stand here`);
  }
}
