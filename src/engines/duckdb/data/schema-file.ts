import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type TableField, type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { quote } from '../../../errors/excerpt.js';
import { positionAt } from '../../../googlesql/tokens/text-position.js';
import { unknownType } from '../schema-types.js';
import { jsonFault } from './json/json-fault.js';
import { UnsoundFile } from './sound/unsound-file.js';

const MODES = ['NULLABLE', 'REQUIRED', 'REPEATED'];

/** A fault of a schema, at this place of its JSON. */
interface Fault {
  readonly at: readonly (string | number)[];
  readonly words: string;
}

/** Reads the schema in a file, as `bq show --schema` prints it. @throws UnsoundFile with the line that is something else */
export function schemaIn(written: string, path: string): TableSchema {
  const text = written.replace(/^\ufeff/, '');
  const broken = jsonFault(text, path);
  if (broken) throw broken;
  const schema: unknown = JSON.parse(text);
  const fault = faultOfList(schema, []);
  if (fault) {
    const line = lineOf(text, fault.at);
    throw new UnsoundFile(path, `line ${line}: ${fault.words}`, line);
  }
  return (schema as TableSchema).map(inUpperCase);
}

function faultOfList(list: unknown, at: Fault['at']): Fault | undefined {
  const wanted = 'a schema is a list of fields, [{"name": "id", "type": "INT64"}, …], as `bq show --schema` prints it';
  if (!Array.isArray(list) || list.length === 0) return { at, words: wanted };
  const names = new Set<string>();
  for (const [index, field] of (list as readonly unknown[]).entries()) {
    const own = [...at, index];
    const fault = isObject(field) ? faultOfField(field, own) : { at: own, words: wanted };
    if (fault) return fault;
    const { name } = field as TableField;
    if (names.has(name.toLowerCase()))
      return { at: own, words: `two fields are called ${quote(name)}; case makes no difference` };
    names.add(name.toLowerCase());
  }
  return undefined;
}

function faultOfField(field: Readonly<Record<string, unknown>>, at: Fault['at']): Fault | undefined {
  const { name, type, mode = 'NULLABLE', fields } = field;
  if (typeof name !== 'string' || name === '') return { at, words: 'a field has no "name"' };
  if (typeof type !== 'string') return { at, words: `field ${quote(name)} has no "type"` };
  if (typeof mode !== 'string' || !MODES.includes(mode.toUpperCase()))
    return { at: [...at, 'mode'], words: `field ${quote(name)} has another "mode" than ${MODES.join(', ')}` };
  const unknown = unknownType({ name, type: type.toUpperCase() });
  if (unknown !== undefined) return { at: [...at, 'type'], words: unknown };
  if (!/^(?:RECORD|STRUCT)$/i.test(type)) return undefined;
  if (fields === undefined) return { at, words: `field ${quote(name)} is a ${type.toUpperCase()} without "fields"` };
  return faultOfList(fields, [...at, 'fields']);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inUpperCase(field: TableField): TableField {
  return {
    ...field,
    type: field.type.toUpperCase(),
    ...(field.mode !== undefined && { mode: field.mode.toUpperCase() }),
    ...(field.fields && { fields: field.fields.map(inUpperCase) }),
  };
}

function lineOf(text: string, at: Fault['at']): number {
  try {
    const root = parseTree(text);
    return positionAt(text, (root && findNodeAtLocation(root, [...at])?.offset) ?? 0).line;
  } catch (error) {
    // Brackets within each other by the ten thousand are too deep for the reader.
    if (error instanceof RangeError) return 1;
    throw error;
  }
}
