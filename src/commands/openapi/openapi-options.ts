export const CHANGE_FORMATS = ['text', 'json'] as const;

export type ChangeFormat = (typeof CHANGE_FORMATS)[number];

export interface OpenApiOptions {
  readonly key?: string;
  readonly out?: string;
  readonly against?: string;
  readonly format: ChangeFormat;
}
