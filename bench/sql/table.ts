/** Lines of a table, its head first; the columns of `numbers` stand to the right. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly string[],
): readonly string[] {
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const cellText = (cell: string, index: number) => {
    const width = widths[index] ?? 0;
    return numbers.includes(head[index] ?? '') ? cell.padStart(width) : cell.padEnd(width);
  };
  return [head, ...rows].map((row) => row.map(cellText).join('  ').trimEnd());
}
