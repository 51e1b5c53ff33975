import { type ExpressionNode, type FieldNode, type NameNode, type WrittenNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { CLOCK_NAMES, RANDOM_NAMES } from '../functions/catalogue.js';
import { byName } from '../tokens/by-name.js';
import { type TypedValue } from '../types/coercion.js';
import { OPEN_TYPE, type SqlType } from '../types/types.js';
import { OPEN } from './open.js';
import { isFieldOf, isMerged, isRangeVariable, type RangeVariable } from './names/rows.js';

/** The meaning of a name. */
type Found = TypedValue | RangeVariable;

/** The meanings of names. */
export interface NameMeanings {
  of(name: NameNode): readonly Found[];
}

/** The names of one scope that are read, by the nodes that read them: a star reads many. */
export class Reads {
  /** Whether a name is among them that may mean several columns. */
  hasOpen = false;
  private readonly byNode = new Map<TreeNode | WrittenNode, Found[]>();

  note(node: WrittenNode, found: Found): void {
    const column = !isRangeVariable(found) && isMerged(found) ? found.same : found;
    if (column === OPEN) this.hasOpen = true;
    const others = this.byNode.get(node);
    if (others) others.push(found);
    else this.byNode.set(node, [found]);
  }

  of(node: TreeNode | WrittenNode): readonly Found[] {
    return this.byNode.get(node) ?? [];
  }

  /** Whether a name is read in an expression. */
  hasAny(node: TreeNode): boolean {
    return this.of(node).length > 0 || partsOf(node).some((part) => this.hasAny(part));
  }
}

/** The form of an expression; two that are the same have one. */
export type Form = number;

/** A column or a FROM item, or a field of one. */
interface Path {
  readonly form: Form;
  /** What it begins with, where that is all of it. */
  readonly found?: Found;
  readonly type?: SqlType | undefined;
  /** Form of that which it is a field of. */
  readonly owner?: Form | undefined;
}

/** Properties of nodes that say how they are written. */
const SPELLING: ReadonlySet<string> = new Set(['line', 'column', 'text']);

/**
 * Tells which expressions are the same, as GROUP BY and DISTINCT take it: functions, operators and literals are compared with all that
 * belongs to them, columns by their identity, however they are written. A query is the same as no other, nor is a random value.
 */
export class ExpressionForms {
  private readonly forms = new Map<string | object, Form>();
  private readonly known = new Map<object, Form>();

  constructor(private readonly reads: NameMeanings) {}

  /** The form of an expression. */
  of(node: TreeNode): Form {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const form =
      node.type === 'Brackets' ? this.of(node.inner) : (this.path(node)?.form ?? this.named(keyOf(node, this)));
    this.known.set(node, form);
    return form;
  }

  /** The forms of that which a path is a field of, its own first; undefined for any other expression. */
  ofPath(node: TreeNode): readonly Form[] | undefined {
    const path = this.path(node);
    if (!path) return undefined;
    const whole = node.type === 'Field' ? this.path(node.operand) : undefined;
    // A column is no part of its row as a key.
    const isColumn = whole?.found !== undefined && isRangeVariable(whole.found);
    const around = node.type === 'Field' && !isColumn ? this.ofPath(node.operand) : undefined;
    return [path.form, ...(path.owner === undefined ? [] : [path.owner]), ...(around ?? [])];
  }

  /** The forms of a column, and of the element that it is a field of. */
  ofColumn(found: Found): readonly [Form, ...Form[]] {
    const { form, owner } = this.begun(found);
    return owner === undefined ? [form] : [form, owner];
  }

  /** The forms of the fields of a STRUCT that is a column or a field of one; undefined for any other expression. */
  ofFields(node: TreeNode): readonly Form[] | undefined {
    const { form, type } = this.path(node) ?? {};
    // No field of a value is known of which nothing is known.
    if (type === OPEN_TYPE) return [];
    if (form === undefined || type?.kind !== 'STRUCT') return undefined;
    return type.fields.map(({ name }) => this.named(fieldKey(form, name, type)));
  }

  /** The form of a column or a FROM item, or of a text that says all. */
  private named(key: string | object): Form {
    const form = this.forms.get(key) ?? this.forms.size;
    this.forms.set(key, form);
    return form;
  }

  private path(node: TreeNode): Path | undefined {
    if (node.type === 'Field') return this.fieldPath(node);
    const [found] = node.type === 'Name' ? this.reads.of(node) : [];
    return found && this.begun(found);
  }

  private begun(found: Found): Path {
    if (isRangeVariable(found)) return { form: this.named(found), found };
    if (isFieldOf(found)) {
      const owner = this.named(found.owner);
      return { form: this.named(fieldKey(owner, found.field, found.owner.type)), owner, type: found.type };
    }
    const column = isMerged(found) ? (found.same ?? found) : found;
    return isFieldOf(column) ? this.begun(column) : { form: this.named(column), found: column, type: found.type };
  }

  private fieldPath({ operand, field }: FieldNode): Path | undefined {
    const path = this.path(operand);
    if (!path) return undefined;
    const { form, found, type } = path;
    if (found && isRangeVariable(found)) {
      const column = byName(found.columns, field.name)[0] ?? found.open?.of(field.name);
      if (column) return this.begun(column);
    }
    const fields = type?.kind === 'STRUCT' ? byName(type.fields, field.name) : [];
    return { form: this.named(fieldKey(form, field.name, type)), type: type?.kind === 'JSON' ? type : fields[0]?.type };
  }
}

/** The key of a field; the names of JSON's have a case. */
function fieldKey(owner: Form, name: string, type: SqlType | undefined): string {
  return `${owner}.${type?.kind === 'JSON' ? name : name.toLowerCase()}`;
}

/** All that makes a node what it is, with the forms of the nodes in it. */
function keyOf(node: TreeNode, forms: ExpressionForms): string | object {
  switch (node.type) {
    case 'Query':
      return node;
    case 'Name':
      return wordOf(node.name);
    case 'Call':
      if (RANDOM_NAMES.has(node.name)) return node;
      return node.args.length === 0 && CLOCK_NAMES.has(node.name) ? wordOf(node.name) : written(node, forms);
    case 'Parameter':
      return `parameter ${node.text.toLowerCase()}`;
    case 'Float':
      return `float ${node.text}`;
    case 'Element':
      // A position alone is an offset.
      return written({ ...node, kind: node.kind ?? 'OFFSET' }, forms);
    case 'Struct': {
      // A field takes the name of a column.
      const names = node.fields.map(({ value }) => (node.isTuple || node.declared ? '' : lastName(value)));
      return `${written(node, forms)} ${JSON.stringify(names)}`;
    }
    default:
      return written(node, forms);
  }
}

/** A part of a date, or the time without its parentheses. */
function wordOf(name: string): string {
  return `word ${name.toUpperCase()}`;
}

function lastName(node: ExpressionNode): string {
  const name: NameNode | undefined = node.type === 'Field' ? node.field : node.type === 'Name' ? node : undefined;
  return name?.name ?? '';
}

function written(value: unknown, forms: ExpressionForms): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (ArrayBuffer.isView(value)) return `bytes ${(value as Uint8Array).join()}`;
  if (Array.isArray(value)) return `[${value.map((each) => part(each, forms)).join()}]`;
  const own = Object.entries(value).filter(([name]) => !SPELLING.has(name) && !isOtherName(name, value));
  if (own.length > 0) return `{${own.map(([name, each]) => `${name}:${part(each, forms)}`).join()}}`;
  return 'text' in value ? JSON.stringify((value as WrittenNode).text.toUpperCase()) : '';
}

/** A part of a node: an expression by its form. */
function part(value: unknown, forms: ExpressionForms): string {
  const isNode = typeof value === 'object' && value !== null && 'type' in value && 'text' in value;
  return isNode ? `#${forms.of(value as TreeNode)}` : written(value, forms);
}

/** Whether it is the name of a type, which may have several. */
function isOtherName(name: string, node: object): boolean {
  return name === 'name' && 'type' in node && node.type === 'ScalarType';
}
