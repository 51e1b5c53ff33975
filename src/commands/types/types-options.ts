export interface TypesOptions {
  readonly key?: string;
  readonly out?: string;
}
