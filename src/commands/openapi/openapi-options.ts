export interface OpenApiOptions {
  readonly key?: string;
  readonly out?: string;
}
