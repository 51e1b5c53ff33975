/** Shorter names can be any other name with one letter changed: of these, only case and brackets are slips. */
const MIN_LENGTH = 3;

/**
 * The declared name that an undeclared one is a slip of: equal but for case and brackets (`Statuses`, `statuses[0]`), or one letter added, missing or
 * changed, or two swapped. Undefined where none is that close.
 */
export function slipOf(name: string, names: readonly string[]): string | undefined {
  const given = folded(name);
  return names.find((each) => folded(each) === given) ?? names.find((each) => isOneLetterOff(given, folded(each)));
}

/** `statuses` of `statuses[]`, as many clients write each element of an array; undefined for any other name. */
export function nameBeforeBrackets(name: string): string | undefined {
  return name.endsWith('[]') ? name.slice(0, -2) : undefined;
}

function folded(name: string): string {
  const brackets = name.indexOf('[');
  return (brackets === -1 ? name : name.slice(0, brackets)).toLowerCase();
}

/** Takes linear time: callers choose `given`, and may send a hundred of them. */
function isOneLetterOff(given: string, name: string): boolean {
  if (name.length < MIN_LENGTH || Math.abs(given.length - name.length) > 1) return false;
  const shorter = Math.min(given.length, name.length);
  let start = 0;
  while (start < shorter && given[start] === name[start]) start += 1;
  let end = 0;
  while (end < shorter - start && given.at(-1 - end) === name.at(-1 - end)) end += 1;
  const [left, right] = [given.slice(start, given.length - end), name.slice(start, name.length - end)];
  const isSwapped = left.length === 2 && left === right.slice(1) + right.slice(0, 1);
  return isSwapped || (left.length <= 1 && right.length <= 1);
}
