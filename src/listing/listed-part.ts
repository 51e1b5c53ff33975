import { behind, isOfPart, MAX_PART_BYTES, type Part } from '../contract/listing/part.js';
import { Turns } from '../engines/turns.js';
import { joinedBytes } from '../execution/body/joined-bytes.js';
import { type LoadedEndpoint } from '../registry/registry.service.js';

export interface ListedPart {
  readonly body: Buffer;
  /** Query string of the next part. */
  readonly next: string | undefined;
}

/**
 * Lists endpoints in turns with other work: `{"result":[…]}`, and `rest` in front of the last bracket. The part ends behind the endpoint
 * that reaches MAX_PART_BYTES. @param describe false for an endpoint that is not listed
 */
export async function listedPart(
  endpoints: readonly LoadedEndpoint[],
  part: Part,
  describe: (loaded: LoadedEndpoint) => object | false,
  rest = '',
): Promise<ListedPart> {
  const turns = new Turns();
  const pieces = [Buffer.from('{"result":[')];
  let [bytes, last, next] = [0, '', undefined as string | undefined];
  for (const loaded of endpoints) {
    if (turns.isOver()) await turns.next();
    const { name } = loaded.endpoint;
    const described = isOfPart(part, name) && describe(loaded);
    if (described === false) continue;
    if (bytes >= MAX_PART_BYTES) {
      next = behind(part, last);
      break;
    }
    const piece = Buffer.from(`${last === '' ? '' : ','}${JSON.stringify(described)}`);
    pieces.push(piece);
    bytes += piece.length;
    last = name;
  }
  pieces.push(Buffer.from(`]${rest}}`));
  return { body: await joinedBytes(pieces), next };
}
