import { type DataType, DateUnit, TimeUnit, Type } from '@uwdata/flechette';
import { type SchemaElement } from 'hyparquet-writer';
import { COLUMN_SCALARS } from '../../../src/contract/column-type.js';
import { ARROW_SCALARS } from '../../../src/forms/arrow.js';
import { PARQUET_SCALARS } from '../../../src/forms/parquet.js';

/** A table of each GoogleSQL type with its type in the forms that have types of their own. */
export function formTypesTable(): string {
  const rows = COLUMN_SCALARS.map((kind) => [kind, parquetName(PARQUET_SCALARS[kind]), arrowName(ARROW_SCALARS[kind])]);
  const nested = [
    ['ARRAY', '`LIST` of its elements', '`List` of its elements'],
    ['STRUCT', 'a group of its fields', '`Struct` of its fields'],
    ['RANGE', 'a group of `start` and `end`', '`Struct` of `start` and `end`'],
    ['any other', parquetName(PARQUET_SCALARS.TEXT), arrowName(ARROW_SCALARS.TEXT)],
  ];
  const lines = [...rows, ...nested].map((cells) => `| ${cells.join(' | ')} |`);
  return ['| GoogleSQL | Parquet | Arrow |', '|---|---|---|', ...lines].join('\n');
}

function parquetName({ type, logical_type: logical }: Omit<SchemaElement, 'name'>): string {
  if (!logical) return `\`${type}\``;
  switch (logical.type) {
    case 'DECIMAL':
      return `\`DECIMAL(${logical.precision}, ${logical.scale})\``;
    case 'TIME':
    case 'TIMESTAMP':
      return `\`${logical.type}(${logical.unit})\`, ${logical.isAdjustedToUTC ? 'in UTC' : 'without a zone'}`;
    default:
      return `\`${logical.type}\``;
  }
}

/** Properties that are read from the library's types, as far as each kind of type has them. */
interface ArrowType {
  readonly bitWidth?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly unit?: number;
  readonly timezone?: string | null;
}

function arrowName(type: DataType): string {
  const { bitWidth = 64, precision = 0, scale = 0, unit = -1, timezone } = type as ArrowType;
  const own = nameIn(Type, type.typeId);
  switch (type.typeId) {
    case Type.Int:
    case Type.Float:
      return `\`${own}${bitWidth}\``;
    case Type.Decimal:
      return `\`Decimal${bitWidth}(${precision}, ${scale})\``;
    case Type.Date:
      return `\`Date(${nameIn(DateUnit, unit)})\``;
    case Type.Time:
      return `\`Time${bitWidth}(${nameIn(TimeUnit, unit)})\``;
    case Type.Timestamp:
      return `\`Timestamp(${nameIn(TimeUnit, unit)})\`, ${timezone ? `in ${timezone}` : 'without a zone'}`;
    default:
      return `\`${own}\``;
  }
}

function nameIn(names: Readonly<Record<string, number>>, value: number): string {
  return Object.entries(names).find(([, each]) => each === value)?.[0] ?? '';
}
