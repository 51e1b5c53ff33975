import { offsetAt, positionAt, type TextPosition } from '../tokens/text-position.js';

/** Text in place of a part of another text; in place of nothing, it is put in. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Piece {
  /** In the text as it was. */
  readonly from: number;
  /** In the text as it is. */
  readonly start: number;
  readonly isEdited: boolean;
}

/** A text after some edits, which knows where its parts come from. */
export class RewrittenText {
  readonly text: string;
  private readonly pieces: Piece[] = [];

  /** The edits may come in any order, and do not overlap. */
  constructor(
    private readonly original: string,
    edits: readonly TextEdit[],
  ) {
    let text = '';
    let from = 0;
    const add = (piece: string, isEdited: boolean) => {
      if (piece !== '') this.pieces.push({ from, start: text.length, isEdited });
      text += piece;
    };
    for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
      add(original.slice(from, edit.start), false);
      from = edit.start;
      add(edit.text, true);
      from = edit.end;
    }
    add(original.slice(from), false);
    this.text = text;
  }

  /** The place in the text as it was; of what has been put in, that of what it was put in for. */
  placeOf(place: TextPosition): TextPosition {
    const offset = offsetAt(this.text, place);
    const piece = this.pieces.findLast(({ start }) => start <= offset) ?? { from: 0, start: 0, isEdited: false };
    return positionAt(this.original, piece.from + (piece.isEdited ? 0 : offset - piece.start));
  }
}
