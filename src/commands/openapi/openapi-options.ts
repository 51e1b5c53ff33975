/** How `quern openapi --against` can say what has changed. */
export const CHANGE_FORMATS = ['text', 'json'] as const;

export type ChangeFormat = (typeof CHANGE_FORMATS)[number];

export interface OpenApiOptions {
  readonly key?: string;
  readonly out?: string;
  /** The file of an earlier document. */
  readonly against?: string;
  readonly format: ChangeFormat;
}
