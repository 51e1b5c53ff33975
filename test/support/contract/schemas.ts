import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { columnSchema } from '../../../src/contract/column-schema.js';
import { type JsonSchema } from '../../../src/contract/json-schema.js';
import { type AnswerFormats, formatsOf } from '../../../src/engines/json-values.js';
import { type Result } from '../../../src/engines/engine.js';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isDay = (text: string) => Number(text.slice(8, 10)) <= (DAYS[Number(text.slice(5, 7)) - 1] ?? 0);

/** Takes schemas as strictly as it can: an unknown keyword, a pattern that is not valid with the `u` flag and the like are errors. */
function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, allErrors: true });
  ajv.addVocabulary(['x-googlesql-type', 'x-quern-minimum', 'x-quern-maximum', 'x-quern-dialect']);
  return ajv.addFormat('date', isDay).addFormat('date-time', isDay);
}

const compiled = new Map<string, ValidateFunction>();

/** The parts of a value that its schema does not allow. */
export function mistakes(schema: JsonSchema, value: unknown): readonly string[] {
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? strictAjv().compile(schema);
  compiled.set(text, validate);
  if (validate(value)) return [];
  const shown = JSON.stringify(value).slice(0, MAX_SHOWN);
  return (validate.errors ?? [])
    .slice(0, MAX_TOLD)
    .map(({ instancePath, message = '' }) => `${instancePath || 'it'} ${message}, in ${shown}`);
}

const MAX_SHOWN = 300;
const MAX_TOLD = 3;

/** The parts of a run's rows that the schemas of its columns do not allow. */
export function mistakesOfResult(
  { columns, rows }: Pick<Result, 'columns' | 'rows'>,
  formats: Partial<AnswerFormats> = {},
): readonly string[] {
  const schemas = columns.map(({ name, type }) =>
    columnSchema(type, formatsOf(name, { timestamps: 'iso8601', numbers: 'exact', ...formats })),
  );
  return rows.flatMap((row) =>
    row.flatMap((text, index) => [
      ...mistakes(schemas[index] ?? {}, JSON.parse(text)),
      ...unknownMembers(schemas[index] ?? {}, JSON.parse(text)),
    ]),
  );
}

/** Members that a schema does not name: answers may have more of them one day, and have none today. */
function unknownMembers({ properties, items }: JsonSchema, value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return items ? value.flatMap((each) => unknownMembers(items, each)) : [];
  if (!properties) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const schema = Object.entries(properties).find(([key]) => key === name)?.[1];
    return schema ? unknownMembers(schema, member) : [`${name} is in no schema`];
  });
}

/** The mistakes of a whole answer, including members that its schema does not name. */
export function mistakesOfAnswer(schema: JsonSchema, value: unknown): string[] {
  return [...mistakes(schema, value), ...unknownMembers(schema, value)];
}
