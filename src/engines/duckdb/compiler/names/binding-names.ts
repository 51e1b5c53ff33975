/** The name that the clock's value is bound under. */
export const NOW = 'now';

/** The name that an author's parameter is bound under; the prefix keeps it apart from `NOW`. */
export function bindingName(parameter: string): string {
  return `p_${parameter}`;
}
