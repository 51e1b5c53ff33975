export interface TypesOptions {
  readonly key?: string;
  /** The file of an OpenAPI document. */
  readonly document?: string;
  readonly out?: string;
}
