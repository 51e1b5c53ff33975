import { type Budget } from '../config/budget.js';
import { type Rate } from '../config/rate.js';

export interface Key {
  readonly id: string;
  /** Globs over endpoint names (`usage.*`), ids of endpoints, `admin`, `cache:refresh`, `cost` and `metrics`. */
  readonly scopes: readonly string[];
  readonly expiresAt?: Date | undefined;
  /** Parameters whose value this key fixes, for any URL: name to text, as it would stand in the URL. */
  readonly bind: ReadonlyMap<string, string>;
  /** Whether it may call for any tenant, even where an endpoint's file demands one; only the operator at the command line may. */
  readonly anyTenant?: true;
  /** Limit of its calls; the setting decides where this is undefined. */
  readonly rateLimit?: Rate | undefined;
  readonly budget?: Budget | undefined;
}

const ADMIN = 'admin';
const CACHE_REFRESH = 'cache:refresh';
const COST = 'cost';
const METRICS = 'metrics';

/** Every endpoint, the listing of them, runs at will, the cost of runs, and metrics. `*` alone includes none of these four: they must be named. */
export const ALL_SCOPES: readonly string[] = ['*', ADMIN, CACHE_REFRESH, COST, METRICS];

export const SCOPES_BESIDE_ENDPOINTS: readonly string[] = [ADMIN, CACHE_REFRESH, COST, METRICS];

/** Scopes among them that can be an endpoint's name as well. */
const NEVER_NAMES: ReadonlySet<string> = new Set([ADMIN, COST, METRICS]);

export function isAdmin(key: Key): boolean {
  return key.scopes.includes(ADMIN);
}

/** Whether its calls may have a query run although there is a fresh result. Such a key can spend as much as the engine takes. */
export function mayForceRuns(key: Key): boolean {
  return key.scopes.includes(CACHE_REFRESH);
}

export function maySeeCost(key: Key): boolean {
  return key.scopes.includes(COST);
}

export function mayReadMetrics(key: Key): boolean {
  return key.scopes.includes(METRICS);
}

/**
 * `admin`, `cost` and `metrics` are never read as names, so that an endpoint called so gives neither away, nor the reverse. No endpoint can
 * be called `cache:refresh`.
 */
export function covers(key: Key, endpoint: { readonly id: string; readonly name: string }): boolean {
  return key.scopes.some(
    (scope) => !NEVER_NAMES.has(scope) && (scope.toLowerCase() === endpoint.id || matches(scope, endpoint.name)),
  );
}

/**
 * Matches a glob, where `*` stands for any run of characters, including dots. Pieces are searched from left to right, each at its first
 * place: linear in the name, where a regular expression with many `.*` would backtrack.
 */
function matches(glob: string, name: string): boolean {
  const [head = '', ...pieces] = glob.split('*');
  const tail = pieces.pop();
  if (tail === undefined) return glob === name;
  if (!name.startsWith(head)) return false;
  let end = head.length;
  for (const piece of pieces) {
    const start = name.indexOf(piece, end);
    if (start === -1) return false;
    end = start + piece.length;
  }
  return name.length - tail.length >= end && name.endsWith(tail);
}
