import { ifParsed } from '../../googlesql/grammar/parse.js';
import type { SqlProblem } from '../../googlesql/sql-problem.js';
import { limitOf } from '../../googlesql/ast/parts.js';
import { partsOf, type TreeNode } from '../../googlesql/ast/parts.js';
import type { TextPosition } from '../../googlesql/tokens/text-position.js';
import { type ParameterDeclaration, SCALAR_TYPES } from '../../parameters/parameter.js';
import type { Endpoint } from '../endpoint.js';

/**
 * Adds the types of parameters to a problem. An engine names the type that it cannot use, and not the parameter that has it: where it complains about
 * a place with parameters as operands, and names their type, the message says how each is declared.
 */
export function withParameterRemark({ sql, parameters }: Endpoint, problem: SqlProblem): SqlProblem {
  const names = ifParsed(sql, (query) => operandsAt(query, problem)) ?? [];
  const declared = parameters.filter(
    (parameter) => names.includes(parameter.name.toLowerCase()) && mentions(problem.message, sqlTypeOf(parameter)),
  );
  if (declared.length === 0) return problem;
  const remarks = declared.map((parameter) => `@${parameter.name} is declared as ${typeOf(parameter)}`);
  const remedy = 'declare a type that fits under "parameters", or convert the value with CAST';
  return { ...problem, message: `${problem.message}; ${remarks.join(' and ')}: ${remedy}` };
}

/** The parameters, in lower case, that stand at a place or are operands of the expression there. */
function operandsAt(node: TreeNode, place: TextPosition): readonly string[] {
  const limit = limitOf(node);
  const children = [...partsOf(node), ...(limit ? [limit.count, limit.offset ?? []].flat() : [])];
  const isHere = node.line === place.line && node.column === place.column;
  const own = isHere ? [node, ...children].flatMap(parameterName) : [];
  return [...own, ...children.flatMap((child) => operandsAt(child, place))];
}

function parameterName(node: TreeNode): readonly string[] {
  if (node.type === 'Brackets') return parameterName(node.inner);
  return node.type === 'Parameter' ? [node.text.slice(1).toLowerCase()] : [];
}

function typeOf(parameter: ParameterDeclaration): string {
  const { type, array } = parameter;
  return `${array ? `array of ${type}` : type} (${sqlTypeOf(parameter)})`;
}

function sqlTypeOf({ type, array }: ParameterDeclaration): string {
  return array ? `ARRAY<${SCALAR_TYPES[type]}>` : SCALAR_TYPES[type];
}

function mentions(message: string, type: string): boolean {
  return new RegExp(`(?<![\\w<])${type}(?![\\w>])`).test(message);
}
