export interface McpOptions {
  readonly key?: string;
  readonly url?: string;
}
