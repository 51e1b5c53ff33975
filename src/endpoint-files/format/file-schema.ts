/** The part of JSON Schema, draft-07, that describes endpoint files. */
export interface FileSchema {
  readonly $schema?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  /** Description for editors that would show its backquotes otherwise; no part of the standard. */
  readonly markdownDescription?: string;
  /** Message that editors show instead of a sentence of their own; no part of the standard. */
  readonly errorMessage?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: FileSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, FileSchema | false>>;
  readonly minProperties?: number;
  readonly propertyNames?: FileSchema;
  readonly additionalProperties?: FileSchema | false;
  readonly required?: readonly string[];
  readonly allOf?: readonly FileSchema[];
  readonly anyOf?: readonly FileSchema[];
  readonly not?: FileSchema;
  readonly if?: FileSchema;
  readonly then?: FileSchema;
  readonly definitions?: Readonly<Record<string, FileSchema>>;
}
