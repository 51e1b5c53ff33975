import stringWidth from 'string-width';

const GRAPHEMES = new Intl.Segmenter();

/** The offset up to which a text fits into so many columns of a terminal. What is seen as one character stays whole. */
export function fitting(text: string, columns: number): number {
  let used = 0;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    used += stringWidth(segment);
    if (used > columns) return index;
  }
  return text.length;
}
