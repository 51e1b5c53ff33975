import { quote } from '../errors/excerpt.js';
import { operationIdOf } from '../contract/operation-id.js';
import { Turns } from '../engines/turns.js';
import { type Problem } from '../diagnostics/problem.js';
import { type EndpointName } from '../endpoint-files/format/read-endpoint.js';

/**
 * Ids and names of more than one file: a problem of all these files but one, the one whose endpoint is served already or else the first by
 * its path. Names that differ only in case are two names to a URL and one to people, and names that differ only in `.`, `-` and `_` are one
 * to generated clients.
 */
export async function duplicateNames(
  names: readonly EndpointName[],
  isServed: (name: EndpointName) => boolean = () => false,
): Promise<readonly Problem[]> {
  const turns = new Turns();
  const first = new Map<string, EndpointName>();
  const others: EndpointName[] = [];
  for (const name of names) {
    if (turns.isOver()) await turns.next();
    const key = keyOf(name);
    const rival = first.get(key);
    const wins = !rival || (isServed(name) === isServed(rival) ? name.where.file < rival.where.file : isServed(name));
    if (wins) first.set(key, name);
    if (rival) others.push(wins ? rival : name);
  }
  return others.flatMap((name) => {
    const winner = first.get(keyOf(name));
    return winner ? [duplicate(name, winner)] : [];
  });
}

function keyOf({ key, value }: EndpointName): string {
  return `${key} ${(key === 'name' ? operationIdOf(value) : value).toLowerCase()}`;
}

function duplicate({ key, value, where }: EndpointName, other: EndpointName): Problem {
  const { file, line, column } = other.where;
  const spelled = value === other.value ? '' : ` as ${quote(other.value)}`;
  const isSame = value.toLowerCase() === other.value.toLowerCase();
  const reason = isSame ? '' : `, and both are ${quote(operationIdOf(value))} to generated clients`;
  const remedy = key === 'id' ? 'give each its own (uuidgen makes one)' : 'rename one of the two';
  const message = `the ${key} ${quote(value)} is taken${spelled} at ${file}:${line}:${column}${reason}; ${remedy}`;
  return { code: 'duplicate', severity: 'error', ...where, message };
}
