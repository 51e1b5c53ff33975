import { quote } from '../../../errors/excerpt.js';
import { type ExpressionNode, type NameNode, type WrittenNode } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { type TypedValue } from '../../types/coercion.js';
import { deeperRemark, type NamedValue } from './deeper-names.js';
import { errorAt, UnknownColumn, type UnknownName } from '../dialect-error.js';
import { type Reads } from '../expression-forms.js';
import {
  columnsNamed,
  isUnknownItem,
  type Merged,
  namedColumns,
  namesIn,
  type RangeVariable,
  type Rows,
} from './rows.js';

/** A value with the name of a column of the answer. */
interface NamedAnswer<V> {
  readonly name: string | undefined;
  readonly expression: V;
}

export interface NameOptions<V extends TypedValue> {
  /** Names that come before all others: the aliases of the SELECT list, in HAVING and ORDER BY. */
  readonly aliases?: readonly NamedAnswer<V>[];
  /** Columns merged by USING; their plain name is theirs alone. */
  readonly merged?: readonly Merged<V>[];
  /** Makes remarks on names that could be meant and are not in scope here: aliases of the SELECT list. */
  readonly remarkOn?: ((name: string) => string | undefined) | undefined;
  /** Collector of the names that are read, for groups and DISTINCT. */
  readonly reads?: Reads | undefined;
}

/** The names that an expression may use: its own FROM clause's, then those of the queries around it. */
export abstract class NameScope<V extends TypedValue> implements Rows<V> {
  readonly merged: readonly Merged<V>[];
  private readonly aliases: readonly NamedAnswer<V>[];
  private readonly ownRemark: NameOptions<V>['remarkOn'];
  private readonly reads: NameOptions<V>['reads'];

  constructor(
    readonly variables: readonly RangeVariable<V>[],
    options: NameOptions<V>,
  ) {
    this.aliases = options.aliases ?? [];
    this.merged = options.merged ?? [];
    this.ownRemark = options.remarkOn;
    this.reads = options.reads;
  }

  /** Names of the rows around the query of these names. */
  abstract get parent(): NameScope<V> | undefined;

  abstract value(node: ExpressionNode): V;

  abstract fieldAt(value: V, index: number): V;

  /** Returns the value that stands for an unknown name, so that the next one is found. @throws the error where the first one ends it all */
  abstract unknown(error: UnknownName): V;

  /** Notes that a name of this scope is read, for groups. */
  noteRead(node: WrittenNode, found: V | RangeVariable<V>): void {
    this.reads?.note(node, found);
  }

  /**
   * Finds the meaning of a name: a value, or a FROM item whose columns follow after a dot. Inner scopes hide outer ones. A question without
   * `isRead` does not count as reading.
   */
  lookup(name: string, node: WrittenNode, isRead = true): V | RangeVariable<V> | undefined {
    const found = this.lookupHere(name.toLowerCase(), node);
    if (!found) return this.parent?.lookup(name, node, isRead);
    if (isRead && byName(this.aliases, name).length === 0) this.noteRead(node, found);
    return found;
  }

  /** Whether a name means something here; the question does not count as reading. */
  isNamed(node: NameNode): boolean {
    return this.lookup(node.name, node, false) !== undefined;
  }

  /** Whether a name means something, or may mean something where that is wrong. */
  mayMean(node: NameNode): boolean {
    return this.isNamed(node) || this.remarkOn(node.name) !== undefined || this.mayBeOfUnknown();
  }

  /** Returns all known names: columns and the answer's own names, then FROM items; those of inner queries first. */
  names(): string[] {
    const aliases = this.aliases.flatMap(({ name }) => name?.toLowerCase() ?? []);
    const columns = this.variables.flatMap(namesIn).filter((name) => name !== '');
    const items = this.variables.flatMap(({ name }) => name ?? []);
    return [...new Set([...aliases, ...columns, ...items, ...(this.parent?.names() ?? [])])];
  }

  /** Returns the reason why a name is unknown here that is known elsewhere in the query. */
  remarkOn(name: string): string | undefined {
    return this.ownRemark?.(name) ?? this.unreadReason(name) ?? this.parent?.remarkOn(name);
  }

  /** Whether a name that is unknown here could be a column of an unknown table. */
  mayBeOfUnknown(): boolean {
    return this.variables.some(isUnknownItem) || (this.parent?.mayBeOfUnknown() ?? false);
  }

  /** Returns the value for a name that means nothing here. @param isTable whether a table has it */
  unknownName(node: NameNode, isTable: boolean): V {
    const { name } = node;
    const alias = this.remarkOn(name);
    if (alias !== undefined) throw errorAt(node, `${quote(name)} ${alias}`);
    const remark = isTable ? '; it is not in FROM here, or has another name there' : '';
    const deeper = isTable ? undefined : deeperRemark(name, this.values());
    const message = `unrecognized name ${quote(node.text)}${remark}`;
    return this.unknown(new UnknownColumn(node, message, name, this.names(), deeper));
  }

  /** The column of a FROM item by its name; undefined, without an error, where the item itself is unknown. */
  columnOf(row: RangeVariable<V>, item: WrittenNode, field: NameNode): V | undefined {
    const { name } = field;
    const [column, second] = byName(row.columns, name);
    if (second) throw errorAt(field, `column "${name}" of "${item.text}" is ambiguous`);
    if (column) return column;
    const [unread] = byName(row.unread ?? [], name);
    if (unread) throw errorAt(field, `${quote(name)} ${unread.reason}`);
    if (isUnknownItem(row)) return undefined;
    const names = row.columns.flatMap((each) => each.name || []);
    const message = `"${item.text}" has no column "${name}"`;
    return this.unknown(new UnknownColumn(field, message, name, names, deeperRemark(name, row.columns)));
  }

  /** Returns all columns and elements with a name; those of inner queries first. */
  private values(): readonly NamedValue[] {
    const own = this.variables.flatMap(({ name, columns, value, replaced }) => [
      ...(replaced ? [] : columns),
      ...(value && name !== undefined ? [{ name, type: value.type }] : []),
    ]);
    return [...own, ...(this.parent?.values() ?? [])];
  }

  private unreadReason(name: string): string | undefined {
    const [found] = this.variables.flatMap(({ unread = [] }) => byName(unread, name));
    return found?.reason;
  }

  private lookupHere(name: string, node: WrittenNode): V | RangeVariable<V> | undefined {
    const [alias, second] = byName(this.aliases, name);
    if (second) throw errorAt(node, `"${node.text}" is ambiguous: two columns of the answer have this name`);
    if (alias) return alias.expression;
    const [merged] = byName(this.merged, name);
    if (merged) {
      const sides = this.variables.flatMap((variable) => namedColumns(variable, name, this.fieldAt.bind(this)));
      if (merged.sides === sides.length) return merged;
    }
    const variables = byName(this.variables, name);
    if (variables.length > 1) throw errorAt(node, `"${node.text}" is ambiguous: two FROM items have this name`);
    if (variables[0]) return variables[0].value ?? variables[0];
    const columns = columnsNamed(this.variables, name, this.fieldAt.bind(this));
    if (columns.length > 1)
      throw errorAt(node, `column "${node.text}" is ambiguous; write the FROM item's name before it`);
    return columns[0];
  }
}
