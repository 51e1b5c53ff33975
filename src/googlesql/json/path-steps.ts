/** `$.name`, `$."a name"` (`$['a name']` in the older functions) and `$[0]`, one after the other. */
const STEP = /\.([A-Za-z_][\w-]*)|\[(0|[1-9]\d{0,8})\]/y;
const QUOTED_STEP = /\."([^"'\\\]*]+)"/y;
const BRACKETED_STEP = /\['([^"'\\\]*]+)'\]/y;

export type Step = string | number;

/** The steps of a JSONPath; undefined for one that is none, or is written in a way that is not known here. */
export function stepsOf(path: string, older: boolean): readonly Step[] | undefined {
  const steps: Step[] = [];
  let at = path.startsWith('$') ? 1 : 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(path);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at > 0 && at < path.length) {
    const found = take(STEP) ?? take(older ? BRACKETED_STEP : QUOTED_STEP);
    if (!found) break;
    steps.push(found[2] === undefined ? (found[1] ?? '') : Number(found[2]));
  }
  const isRead = at === path.length && at > 0;
  return isRead && !steps.some((step) => typeof step === 'string' && /^\d+$/.test(step)) ? steps : undefined;
}
