import { type CallNode } from '../ast/nodes.js';
import { CATALOGUE } from '../functions/catalogue.js';

/** Whether a call names a time zone, with which it may fail. */
export function hasZone({ name, args }: CallNode): boolean {
  const { zone } = CATALOGUE.get(name) ?? {};
  const argument = zone === undefined ? undefined : args[zone];
  return argument !== undefined && (argument.type !== 'ExtractOperand' || argument.zone !== undefined);
}
