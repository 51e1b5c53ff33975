import { quote } from '../../../errors/excerpt.js';
import { type ExpressionNode, type NameNode, type WrittenNode } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { type TypedValue } from '../../types/coercion.js';
import { deeperRemark, type NamedValue } from './deeper-names.js';
import { type NamePlace } from './name-place.js';
import { errorAt, UnknownColumn, type UnknownName } from '../dialect-error.js';
import { type Reads } from '../expression-forms.js';
import {
  columnsNamed,
  hasOpenColumns,
  type Merged,
  namedColumns,
  namesIn,
  openColumn,
  type RangeVariable,
  type Rows,
} from './rows.js';
import { OPEN } from '../open.js';
import { clockKind } from './implicit-name.js';

/** A value with the name of a column of the answer. */
interface NamedAnswer {
  readonly name: string | undefined;
  readonly expression: TypedValue;
}

export interface NameOptions {
  /** Names that come before all others: the aliases of the SELECT list, in HAVING and ORDER BY. */
  readonly aliases?: readonly NamedAnswer[];
  /** Whether the SELECT list has columns beside these, which are not known. */
  readonly hasOtherAliases?: boolean | undefined;
  /** Columns merged by USING; their plain name is theirs alone. */
  readonly merged?: readonly Merged[];
  /** Makes remarks on names that could be meant and are not in scope here: aliases of the SELECT list. */
  readonly remarkOn?: ((name: string) => string | undefined) | undefined;
  /** Collector of the names that are read, for groups and DISTINCT. */
  readonly reads?: Reads | undefined;
}

/** How a name is looked up. */
export interface Lookup {
  /** Whether it does not count as reading. */
  readonly isQuestion?: boolean;
  /** Whether a dot follows. */
  readonly isPath?: boolean;
}

/** The meaning of a name: a value, or a FROM item whose columns follow after a dot. */
export interface Meaning {
  readonly value: TypedValue | RangeVariable;
  readonly place: NamePlace;
}

/** The names that an expression may use: its own FROM clause's, then those of the queries around it. */
export abstract class NameScope implements Rows {
  readonly merged: readonly Merged[];
  private readonly aliases: readonly NamedAnswer[];
  private readonly hasOtherAliases: boolean;
  private readonly ownRemark: NameOptions['remarkOn'];
  private readonly reads: NameOptions['reads'];

  constructor(
    readonly variables: readonly RangeVariable[],
    options: NameOptions,
  ) {
    this.aliases = options.aliases ?? [];
    this.hasOtherAliases = options.hasOtherAliases ?? false;
    this.merged = options.merged ?? [];
    this.ownRemark = options.remarkOn;
    this.reads = options.reads;
  }

  /** Names of the rows around the query of these names. */
  abstract get parent(): NameScope | undefined;

  abstract value(node: ExpressionNode): TypedValue;

  /** Returns the value that stands for an unknown name, so that the next one is found. @throws the error where the first one ends it all */
  abstract unknown(error: UnknownName): TypedValue;

  /** Notes that a name of this scope is read, for groups. */
  noteRead(node: WrittenNode, found: TypedValue | RangeVariable): void {
    this.reads?.note(node, found);
  }

  /** Finds the meaning of a name. Inner scopes hide outer ones. */
  lookup(name: string, node: WrittenNode, how: Lookup = {}): Meaning | undefined {
    const found = this.lookupHere(name, node) ?? this.lookupOpen(name, node, how);
    if (!found) {
      const outer = this.parent?.lookup(name, node, how);
      return outer && { ...outer, place: { ...outer.place, depth: outer.place.depth + 1 } };
    }
    if (!how.isQuestion && found.place.of !== 'answer') this.noteRead(node, found.value);
    return found;
  }

  /** Whether a name means something here; the question does not count as reading. */
  isNamed(node: NameNode): boolean {
    return this.lookup(node.name, node, { isQuestion: true }) !== undefined;
  }

  /** Returns the value that stands for an unknown name; undefined for one that means something, or may where that is wrong. */
  ifUnknown(node: NameNode, error: UnknownName): TypedValue | undefined {
    const mayMean = this.isNamed(node) || this.remarkOn(node.name) !== undefined;
    return mayMean ? undefined : this.unknown(error);
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

  /** Returns the value for a name that means nothing here. @param isTable whether a table has it */
  unknownName(node: NameNode, isTable: boolean): TypedValue {
    const { name } = node;
    const alias = this.remarkOn(name);
    if (alias !== undefined) throw errorAt(node, `${quote(name)} ${alias}`);
    const remark = isTable ? '; it is not in FROM here, or has another name there' : '';
    const deeper = isTable ? undefined : deeperRemark(name, this.values());
    const message = `unrecognized name ${quote(node.text)}${remark}`;
    return this.unknown(new UnknownColumn(node, message, name, this.names(), deeper));
  }

  /** The column of a FROM item by its name. */
  columnOf(row: RangeVariable, item: WrittenNode, field: NameNode): TypedValue {
    const { name } = field;
    const [column, second] = byName(row.columns, name);
    if (second) throw errorAt(field, `column "${name}" of "${item.text}" is ambiguous`);
    if (column) return column;
    const [unread] = byName(row.unread ?? [], name);
    if (unread) throw errorAt(field, `${quote(name)} ${unread.reason}`);
    if (row.open) return row.open.of(name);
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

  /** Finds the column that is not known and may have this name; nothing is known of it where rows around may have it, too. */
  private lookupOpen(name: string, { text }: WrittenNode, { isPath }: Lookup): Meaning | undefined {
    const found = clockKind(text) ? undefined : openColumn(this.variables, name);
    // In front of a dot, a name of an item around is more likely that than a column.
    if (!found || (isPath && this.parent?.hasItem(name))) return undefined;
    return meaning(this.parent?.mayHave(name) ? OPEN : found.value, found.place);
  }

  private hasItem(name: string): boolean {
    return byName(this.variables, name).length > 0 || (this.parent?.hasItem(name) ?? false);
  }

  private mayHave(name: string): boolean {
    const isHere = hasOpenColumns(this) || byName(this.variables, name).length > 0;
    return isHere || columnsNamed(this.variables, name).length > 0 || (this.parent?.mayHave(name) ?? false);
  }

  private lookupHere(name: string, node: WrittenNode): Meaning | undefined {
    const [alias, second] = byName(this.aliases, name);
    if (second) throw errorAt(node, `"${node.text}" is ambiguous: two columns of the answer have this name`);
    if (alias) return meaning(alias.expression, { of: 'answer', index: this.aliases.indexOf(alias) });
    if (this.hasOtherAliases && !clockKind(node.text)) return meaning(OPEN, { of: 'answer', index: -1 });
    const [merged] = byName(this.merged, name);
    if (merged?.sides === namedColumns(this.variables, name).length) {
      return meaning(merged, { of: 'merged', index: this.merged.indexOf(merged) });
    }
    const [item, other] = byName(this.variables, name);
    if (other) throw errorAt(node, `"${node.text}" is ambiguous: two FROM items have this name`);
    if (item) return meaning(item.value ?? item, { of: 'item', index: this.variables.indexOf(item) });
    const [column, twin] = columnsNamed(this.variables, name);
    if (twin) throw errorAt(node, `column "${node.text}" is ambiguous; write the FROM item's name before it`);
    return column && meaning(column.value, column.place);
  }
}

function meaning(value: Meaning['value'], place: Omit<NamePlace, 'depth'>): Meaning {
  return { value, place: { ...place, depth: 0 } };
}
