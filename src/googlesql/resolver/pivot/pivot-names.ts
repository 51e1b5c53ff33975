import { type ExpressionNode, type AliasedExpression } from '../../ast/nodes.js';
import { errorAt } from '../dialect-error.js';
import { OPEN_TYPE, type SqlType } from '../../types/types.js';

/** The name of a column that PIVOT makes: the aggregate function's name, and the value of its rows. Undefined where nothing tells their type. */
export function pivotColumnName(
  aggregate: AliasedExpression,
  isOnly: boolean,
  { value, alias: own }: AliasedExpression,
  type: SqlType,
): string | undefined {
  const { alias } = aggregate;
  if (!alias && !isOnly)
    throw errorAt(aggregate, 'each of several aggregate functions of PIVOT needs a name; write AS name');
  const prefix = alias ? `${alias.name}_` : '';
  const name = own ? own.name : valueName(value, type, prefix);
  return name === undefined ? undefined : prefix + name;
}

/** A value as a name that needs no quotes, in most cases. */
function valueName(node: ExpressionNode, type: SqlType, prefix: string): string | undefined {
  const unnamed = () => errorAt(node, 'PIVOT makes no name of this value; write AS name after it');
  const inner = node.type === 'Brackets' ? node.inner : node;
  const text = literalText(inner);
  if (inner.type === 'Null') return 'NULL';
  if (text === undefined) throw unnamed();
  switch (type.kind) {
    case 'STRING':
      return text || `${prefix && '_'}empty_string_value`;
    case 'BOOL':
      return text;
    case 'DATE':
      if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) throw unnamed();
      return `${prefix ? '' : '_'}${text.replaceAll('-', '_')}`;
    case 'INT64':
    case 'NUMERIC': {
      const name = numberName(text, prefix);
      if (name === undefined) throw unnamed();
      return name;
    }
    default:
      if (type === OPEN_TYPE) return undefined;
      throw unnamed();
  }
}

/** The text of a literal, also with a type or a sign in front of it. */
function literalText(node: ExpressionNode): string | undefined {
  switch (node.type) {
    case 'String':
      return node.value;
    case 'Boolean':
      return String(node.value);
    case 'Integer':
    case 'Float':
      return node.text;
    case 'Prefix': {
      const operand = literalText(node.operand);
      return operand !== undefined && node.operator === '-' ? `-${operand}` : operand;
    }
    default:
      return undefined;
  }
}

/** The text of a number as in CAST to STRING, with words for characters that cannot stand in a name. */
function numberName(text: string, prefix: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (!whole) return undefined;
  const decimals = fraction.replace(/0+$/, '');
  const isZero = whole === '0' && !decimals;
  const name = `${sign && !isZero ? 'minus_' : ''}${whole}${decimals && `_point_${decimals}`}`;
  return !prefix && /^\d/.test(name) ? `_${name}` : name;
}
