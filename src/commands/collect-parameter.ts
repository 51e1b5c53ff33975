import { InvalidArgumentError } from 'commander';

export type CallParameters = ReadonlyMap<string, readonly string[]>;

/** Collects repeated `-p name=value` as a URL's query string would; for commander's options. */
export function collectParameter(text: string, before: CallParameters = new Map()): CallParameters {
  const [name, value] = namedValue(text);
  return new Map([...before, [name, [...(before.get(name) ?? []), value]]]);
}

export function namedValue(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Write it as name=value.');
  return [text.slice(0, equals), text.slice(equals + 1)];
}
