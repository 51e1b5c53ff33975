import { quote } from '../errors/excerpt.js';
import { type Problem } from '../diagnostics/problem.js';
import { type Claim } from '../endpoint-files/format/read-endpoint.js';

/**
 * Ids and names that more than one file claims: a problem of all files but one. That is the file that has it already, by
 * `isHeld`, or else the first by its path. Names that differ only in case are two names to a URL and one to people.
 */
export function duplicateClaims(
  claims: readonly Claim[],
  isHeld: (claim: Claim) => boolean = () => false,
): readonly Problem[] {
  const first = new Map<string, Claim>();
  const others: Claim[] = [];
  for (const claim of claims) {
    const key = keyOf(claim);
    const rival = first.get(key);
    const wins = !rival || comesBefore(claim, rival, isHeld);
    if (wins) first.set(key, claim);
    if (rival) others.push(wins ? rival : claim);
  }
  return others.flatMap((claim) => {
    const winner = first.get(keyOf(claim));
    return winner ? [duplicate(claim, winner)] : [];
  });
}

function keyOf({ key, value }: Claim): string {
  return `${key} ${value.toLowerCase()}`;
}

function comesBefore(a: Claim, b: Claim, isHeld: (claim: Claim) => boolean): boolean {
  if (isHeld(a) !== isHeld(b)) return isHeld(a);
  return a.where.file < b.where.file;
}

function duplicate({ key, value, where }: Claim, other: Claim): Problem {
  const { file, line, column } = other.where;
  const spelled = value === other.value ? '' : ` as ${quote(other.value)}`;
  const remedy = key === 'id' ? 'give each its own (uuidgen makes one)' : 'rename one of the two';
  return {
    code: 'duplicate',
    severity: 'error',
    ...where,
    message: `the ${key} ${quote(value)} is taken${spelled} at ${file}:${line}:${column}; ${remedy}`,
  };
}
