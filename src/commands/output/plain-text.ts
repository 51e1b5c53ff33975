import { type JsonText } from '../../engines/engine.js';

/** A text without its quotes; any other value as it stands. */
export function plainText(value: JsonText): string {
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}
