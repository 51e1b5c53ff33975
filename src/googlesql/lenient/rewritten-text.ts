import { offsetAt, positionAt, type TextPosition } from '../tokens/text-position.js';

/** A replacement for a part of another text; an empty part makes it an insertion. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Piece {
  /** Place in the original text. */
  readonly from: number;
  /** Place in the new text. */
  readonly start: number;
  readonly isEdited: boolean;
}

/** A text after some edits, which knows where its parts come from. */
export class RewrittenText {
  readonly text: string;
  private readonly pieces: Piece[] = [];

  /** Takes edits in any order that do not overlap. */
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

  /** Returns the place in the original text; an edit has the place of the part that it replaces. */
  placeOf(place: TextPosition): TextPosition {
    const offset = offsetAt(this.text, place);
    const piece = this.pieces.findLast(({ start }) => start <= offset) ?? { from: 0, start: 0, isEdited: false };
    return positionAt(this.original, piece.from + (piece.isEdited ? 0 : offset - piece.start));
  }
}
