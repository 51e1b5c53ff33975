export interface InitOptions {
  readonly data?: string;
  readonly yes?: boolean;
}
