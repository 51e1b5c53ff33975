import { type FieldNode, type NameNode, type WrittenNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { byName } from '../tokens/by-name.js';
import { type TypedValue } from '../types/coercion.js';
import { isAggregate } from './aggregation.js';
import { errorAt } from './dialect-error.js';
import { isRangeVariable, type Named, type RangeVariable, type Rows } from './names/rows.js';

/** The meaning of a name; a column has its name with it, and the element of an array none. */
type Found<V extends TypedValue> = (V & { readonly name?: string }) | RangeVariable<V>;

/** What a path begins with, or goes on with. */
type Step<V extends TypedValue> = Found<V> | string;

/** The names of one scope that are read, by the nodes that read them: a star reads many. */
export class Reads<V extends TypedValue> {
  private readonly byNode = new Map<TreeNode | WrittenNode, Found<V>[]>();

  note(node: WrittenNode, found: Found<V>): void {
    const others = this.byNode.get(node);
    if (others) others.push(found);
    else this.byNode.set(node, [found]);
  }

  of(node: TreeNode | WrittenNode): readonly Found<V>[] {
    return this.byNode.get(node) ?? [];
  }
}

/**
 * The groups that a query puts its rows into: what is read behind them is one of their keys or a part of one, or an argument of an aggregate
 * function. Columns are known by their identity, however they are written.
 */
export class Groups<V extends TypedValue> {
  private readonly keys: readonly TreeNode[];

  /** @param rows those that are put into groups */
  constructor(
    keys: readonly TreeNode[],
    private readonly rows: Rows<V>,
    private readonly reads: Reads<V>,
  ) {
    this.keys = keys.map(withoutBrackets);
  }

  /** Whether an expression is one of the keys. */
  isKey(node: TreeNode): boolean {
    return this.keys.some((key) => this.isSame(key, node));
  }

  /** Refuses an item of SELECT or a key of ORDER BY that is no key as a whole, and reads what is none. */
  expectItem(item: TreeNode): void {
    if (!this.isKey(item)) this.expectKeys(item);
  }

  /** Refuses values that each row of a group has for itself: a key that is no column counts as the whole of an item alone. */
  expectKeys(node: TreeNode): void {
    if (isAggregate(node)) return;
    if (node.type === 'StarItem') {
      const keys = new Set(this.keys.map((key) => this.pathOf(key)?.[0]));
      const other = this.reads.of(node.star).find((each) => !keys.has(this.stepOf(each, each)));
      if (other) throw notGrouped(node.star, 'a column of *');
    }
    if (this.pathOf(node)) {
      if (this.isWithinKey(node)) return;
      const last = node.type === 'Field' ? node.field : (node as NameNode);
      const isPart = this.keys.some((key) => !this.pathOf(key) && this.isPart(node, key));
      throw notGrouped(node, `column "${last.text.replaceAll('`', '')}"`, isPart);
    }
    for (const part of partsOf(node)) this.expectKeys(part);
  }

  private isWithinKey(node: TreeNode): boolean {
    return this.isKey(node) || (node.type === 'Field' && this.isWithinKey(node.operand));
  }

  /** Whether a column is read within an expression. */
  private isPart(column: TreeNode, node: TreeNode): boolean {
    return partsOf(node).some((part) => this.isSame(part, column) || this.isPart(column, part));
  }

  private isSame(one: TreeNode, other: TreeNode): boolean {
    if (one === other) return true;
    if (other.type === 'Brackets') return this.isSame(one, other.inner);
    if (one.type === 'Brackets') return this.isSame(one.inner, other);
    const [path, otherPath] = [this.pathOf(one), this.pathOf(other)];
    if (path ?? otherPath) {
      return path?.length === otherPath?.length && (path ?? []).every((step, index) => step === otherPath?.[index]);
    }
    const [parts, others] = [partsOf(one), partsOf(other)];
    return (
      one.type === other.type &&
      one.type !== 'Query' &&
      wordOf(one) === wordOf(other) &&
      parts.length === others.length &&
      parts.every((part, index) => this.isSame(part, others[index] ?? part))
    );
  }

  /** A column or a FROM item of these rows, and the names of the fields behind it; undefined for any other expression. */
  private pathOf(node: TreeNode): readonly Step<V>[] | undefined {
    if (node.type === 'Name') {
      const [found] = this.reads.of(node);
      return found && [this.stepOf(found, node)];
    }
    return node.type === 'Field' ? this.fieldPath(node) : undefined;
  }

  private fieldPath({ operand, field }: FieldNode): readonly Step<V>[] | undefined {
    const path = this.pathOf(operand);
    const [row, second] = path ?? [];
    if (!path || row === undefined) return undefined;
    if (typeof row === 'string' || second !== undefined) return [...path, field.name.toLowerCase()];
    const [column] = isRangeVariable(row) ? byName(row.columns, field.name) : [];
    if (column) return [this.stepOf(column, field)];
    const isElement = this.rows.variables.some(({ value }) => value === row);
    return isElement ? [nameOf(field)] : [...path, field.name.toLowerCase()];
  }

  /** The identity of a column. Fields of elements have none, nor have columns that USING has merged: they go by their names. */
  private stepOf(found: Found<V>, { name }: { readonly name?: string | undefined }): Step<V> {
    if (isRangeVariable(found)) return found;
    const { variables, merged } = this.rows;
    const isColumn = variables.some(({ columns, value }) => value === found || columns.includes(found as Named<V>));
    return isColumn && byName(merged, name ?? '').length === 0 ? found : nameOf({ name });
  }
}

function nameOf({ name = '' }: { readonly name?: string | undefined }): string {
  return name.toLowerCase();
}

function withoutBrackets(node: TreeNode): TreeNode {
  return node.type === 'Brackets' ? withoutBrackets(node.inner) : node;
}

/** The word or the value of a node's own token. */
function wordOf(node: TreeNode): string {
  if (node.type === 'String' || node.type === 'Bytes') return String(node.value);
  const isSafe = node.type === 'Call' && node.isSafe;
  return `${isSafe ? 'SAFE.' : ''}${'text' in node ? node.text.toUpperCase() : ''}`;
}

function notGrouped(node: WrittenNode, what: string, isPart = false): Error {
  const remedy = isPart
    ? 'add it to GROUP BY, whose expression counts only where it is the whole of an item; or name that in a WITH query first'
    : 'add it to GROUP BY, or aggregate it, with ANY_VALUE for instance';
  return errorAt(node, `${what} is neither in GROUP BY nor in an aggregate function; ${remedy}`);
}
