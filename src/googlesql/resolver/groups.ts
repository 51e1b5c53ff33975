import { type ExpressionNode, type NameNode, type SelectNode, type WrittenNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { byName } from '../tokens/by-name.js';
import { type TypedValue } from '../types/coercion.js';
import { isAggregate, mayAggregate } from './aggregation.js';
import { errorAt } from './dialect-error.js';
import { OPEN } from './open.js';
import { ExpressionForms, type Form, type Reads } from './expression-forms.js';

/** The refusal of what is no key. @param isPart whether it is read within a key that is an expression */
type Refusal = (node: WrittenNode, what: string, isPart: boolean) => Error;

/** An expression, or a column of a star. */
export type GroupKey = { readonly node: TreeNode } | { readonly starred: TypedValue };

/** A key as GROUP BY has it, by name, by position or written out, with what it means. */
export type WrittenKey = readonly [written: ExpressionNode, key: GroupKey];

/** An item of the answer. */
export interface GroupedItem {
  readonly name: string | undefined;
  readonly key: GroupKey;
  readonly isKey: boolean;
}

interface GroupOptions {
  readonly written?: readonly WrittenKey[];
  readonly items?: readonly GroupedItem[];
  readonly clause?: SelectNode['groupBy'];
  readonly refusal?: Refusal;
}

/**
 * The groups that a query puts its rows into: what is read behind them is one of their keys or a part of one, or an argument of an aggregate
 * function.
 */
export class Groups {
  readonly forms: ExpressionForms;
  /** Whether a row is in several of them: those of ROLLUP, CUBE and GROUPING SETS. */
  readonly isOfSets: boolean;
  private readonly given: readonly GroupKey[];
  private readonly keys: ReadonlySet<Form>;
  private readonly written: ReadonlyMap<ExpressionNode, Form>;
  private readonly items: readonly GroupedItem[];
  /** Places of the items by their forms, once they have been asked for. */
  private places: ReadonlyMap<Form, number> | undefined;
  private readonly hasColumnKeys: boolean;
  private readonly refusal: Refusal;

  constructor(
    private readonly reads: Reads,
    { written = [], items = [], clause, refusal = notGrouped }: GroupOptions,
  ) {
    this.given = [...written.map(([, key]) => key), ...items.flatMap(({ key, isKey }) => (isKey ? [key] : []))];
    this.items = items;
    this.hasColumnKeys = clause?.type === 'GroupByKeys';
    this.refusal = refusal;
    this.isOfSets = clause?.type === 'GroupBySets';
    this.forms = new ExpressionForms(reads);
    this.keys = new Set(this.given.map((key) => this.formOf(key)));
    this.written = new Map(written.map(([node, key]) => [node, this.formOf(key)]));
  }

  /** Returns the form of a key as GROUP BY has it. @throws TypeError for one that it has not */
  formOfKey(written: ExpressionNode): Form {
    const form = this.written.get(written);
    if (form === undefined) throw new TypeError(`${written.text} is no key of GROUP BY`);
    return form;
  }

  /** Returns the form of the item at a place, where the item is a key as such: of GROUP BY ALL, or of DISTINCT. */
  formOfItem(index: number): Form | undefined {
    const item = this.items[index];
    return item?.isKey ? this.formOf(item.key) : undefined;
  }

  /** Returns the place of the item of a form; undefined where there is none. */
  itemOf(form: Form): number | undefined {
    this.places ??= new Map(this.items.map(({ key }, index) => [this.formOf(key), index]));
    return this.places.get(form);
  }

  /** Whether a name or a path is a key by itself; undefined for one that is no column of FROM, nor an item of the answer. */
  isColumnKey(node: TreeNode): boolean | undefined {
    const [column] = this.forms.ofPath(node) ?? [];
    if (column !== undefined) return this.hasColumnKeys && this.keys.has(column);
    const [item] = node.type === 'Name' ? byName(this.items, node.name) : [];
    return item && this.hasColumnKeys && this.isColumn(item.key) && this.keys.has(this.formOf(item.key));
  }

  private isColumn(key: GroupKey): boolean {
    return 'starred' in key || this.forms.ofPath(key.node) !== undefined;
  }

  private formOf(key: GroupKey): Form {
    return 'node' in key ? this.forms.of(key.node) : this.forms.ofColumn(key.starred)[0];
  }

  /** Whether an expression is one of the keys. */
  isKey(node: TreeNode): boolean {
    return this.keys.has(this.forms.of(node)) || this.isDoubtful();
  }

  /** Refuses an item of SELECT or a key of ORDER BY that is no key as a whole, and reads what is none. */
  expectItem(item: TreeNode): void {
    if (!this.isKey(item)) this.expectKeys(item);
  }

  /** Refuses values that each row of a group has for itself: a key that is no column counts as the whole of an item alone. */
  expectKeys(node: TreeNode): void {
    if (isAggregate(node) || mayAggregate(node) || this.isDoubtful()) return;
    if (node.type === 'StarItem') {
      const other = this.reads.of(node.star).find((each) => !this.hasKey(this.forms.ofColumn(each)));
      if (other) throw this.refusal(node.star, 'a column of *', false);
      for (const { value } of node.replace) this.expectItem(value);
      const fields = node.of && this.forms.ofFields(node.of);
      if (node.of && !fields?.every((field) => this.keys.has(field))) this.expectKeys(node.of);
      return;
    }
    const path = this.forms.ofPath(node);
    if (!path) for (const part of partsOf(node)) this.expectKeys(part);
    else if (!this.hasKey(path)) {
      const last = node.type === 'Field' ? node.field : (node as NameNode);
      throw this.refusal(node, `column "${last.text.replaceAll('`', '')}"`, this.isInKey(path[0]));
    }
  }

  private hasKey(forms: readonly Form[]): boolean {
    return forms.some((form) => this.keys.has(form));
  }

  /** Whether a name may mean any column, so that nothing is certain about the keys. */
  private isDoubtful(): boolean {
    return this.reads.hasOpen || this.given.some((key) => 'starred' in key && key.starred === OPEN);
  }

  /** Whether a column is read within a key that is an expression. */
  private isInKey(column: Form | undefined): boolean {
    const isRead = (node: TreeNode): boolean =>
      partsOf(node).some((part) => this.forms.of(part) === column || isRead(part));
    return this.given.some((key) => 'node' in key && !this.forms.ofPath(key.node) && isRead(key.node));
  }
}

function notGrouped(node: WrittenNode, what: string, isPart: boolean): Error {
  const remedy = isPart
    ? 'add it to GROUP BY, whose expression counts only where it is the whole of an item; or name that in a WITH query first'
    : 'add it to GROUP BY, or aggregate it, with ANY_VALUE for instance';
  return errorAt(node, `${what} is neither in GROUP BY nor in an aggregate function; ${remedy}`);
}
