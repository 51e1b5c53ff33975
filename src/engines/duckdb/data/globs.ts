/** A glob that matches this path and nothing else. */
export function literally(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
