import { type JSONVisitor, visit } from 'jsonc-parser';

/** A text that is no JSON; `offset` is that of the first character that cannot stand where it does, or of the end. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';

  constructor(readonly offset: number) {
    super(`no JSON from offset ${offset} on`);
  }
}

/** Visits the parts of a JSON text (RFC 8259). @throws JsonFault where it is none */
export function visitJson(text: string, visitor: Omit<JSONVisitor, 'onError'> = {}): void {
  const onError: JSONVisitor['onError'] = (_, offset) => {
    throw new JsonFault(faultIn(text, offset));
  };
  visit(text, { ...visitor, onError }, { disallowComments: true });
}

/** The characters from a quote on that a JSON string may have (RFC 8259, section 7). */
const SOUND_STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y;

/** The offset of the fault in the token that begins here: in a string that is broken, the character that breaks it. */
function faultIn(text: string, offset: number): number {
  SOUND_STRING.lastIndex = offset;
  const end = offset + (SOUND_STRING.exec(text)?.[0].length ?? 0);
  return text[end] === '"' ? offset : end;
}
