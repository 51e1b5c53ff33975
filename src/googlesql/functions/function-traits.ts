/**
 * The place where a function finds that a value is an error, where SAFE makes NULL of it. Arguments that have to be literals, such as a
 * format, are read before there are any values.
 *
 * - `none`: there is no such value, so that SAFE changes nothing
 * - `limits`: nor is there, but for some rare values an engine has no certain answer, and fails, behind SAFE as well
 * - `call`: in the call as a whole
 * - `steps`: in one of the steps that it consists of
 * - `engine`: in the engine's own arithmetic, calendar or patterns
 */
export type Errors = 'none' | 'limits' | 'call' | 'steps' | 'engine';

/**
 * The influences on a value besides the arguments, or the rows of an aggregate:
 *
 * - `immutable`: none
 * - `clock`: the time, which is the same throughout a query
 * - `session`: the user who runs the query
 * - `volatile`: each call has another value
 */
export type Volatility = 'immutable' | 'clock' | 'session' | 'volatile';

/**
 * An argument that decides by itself whether the function can work at all: its place, counted from 0, its role, and the same call over
 * something that always works, with `@value` for the argument. `INTERVAL @value PART` is an interval of any part.
 */
export type DecidingArgument = readonly [place: number, kind: 'divisor' | 'length' | 'option', trial: string];

/** The known facts about a function beyond its kind. The default of each is the more careful value. */
export interface FurtherTraits {
  /**
   * The types of its arguments and of its value, such as `STRING [, STRING] -> STRING | BYTES, BYTES -> BYTES`: brackets stand around what
   * may be left out, `|` between forms, of which the first that fits is taken; `T` is the type of the first argument with it, whatever that
   * is: `ARRAY<T> -> T`. Left out: a rule of the resolver decides about types.
   */
  readonly signature?: string;
  /** Number of arguments, or the least and the greatest one. Left out: its signature or its rule says it. */
  readonly count?: number | readonly [least: number, most: number];
  /** Names of the arguments that are written `name => value`. */
  readonly named?: readonly string[];
  /** Clauses that may stand in its parentheses; HAVING may in those of every aggregate function. */
  readonly clauses?: readonly ('distinct' | 'nulls' | 'orderBy' | 'limit')[];
  /** Errors; left out: it may fail, and SAFE does not go with it. */
  readonly errors?: Errors;
  /**
   * Whether nothing of a row can be learnt from how a call of it fails: `always`, for all types that callers may compare; `in a form` that
   * the sandbox knows; or `for authors`, in a query of their own. Left out: one may learn something.
   */
  readonly leakproof?: 'always' | 'in a form' | 'for authors';
  /**
   * Place of the argument, counted from 0, that is a time zone. With it the function fails for a text that is none, and for a time that
   * leaves the calendar there, in spite of `errors`. In EXTRACT it stands behind AT TIME ZONE.
   */
  readonly zone?: number;
  /** Places of the arguments, counted from 0, that no column can be: they are written out, or the same for all rows. */
  readonly literals?: readonly number[];
  readonly deciding?: readonly DecidingArgument[];
  /** Whether a greater value never gives a smaller result, so that a bound of the one bounds the other. For EXTRACT, this holds for DATE alone. */
  readonly isMonotonic?: boolean;
  /** Whether it is an aggregate function that is 0 for no rows, where others are NULL. */
  readonly isCount?: boolean;
  /** Function that makes the same of an instant, for one of the clock. Empty where the instant is its value. */
  readonly ofInstant?: string;
  /** Whether an aggregate function takes no OVER. */
  readonly over?: 'refused';
  /** Rule for ORDER BY in OVER. Left out: it may stand there. */
  readonly order?: 'needed' | 'refused';
  /** Rule for ROWS and RANGE in OVER. Left out: they may stand there. */
  readonly frame?: 'refused';
  /** Whether it is written like a call, and has a syntax or an order of evaluation of its own: SAFE does not go with it. */
  readonly isExpression?: boolean;
  /** Whether BigQuery alone runs it. */
  readonly isElsewhere?: boolean;
}

export interface Traits extends FurtherTraits {
  readonly kind: 'scalar' | 'aggregate' | 'window';
  readonly volatility: Volatility;
}

/** The functions of one subject, by their names in capitals. */
export type FunctionTable = Readonly<Record<string, Traits>>;

/** The traits of functions of a kind, given those that they have besides. */
function traitsOf(kind: Traits['kind'], volatility: Volatility, own: FurtherTraits = {}) {
  return (traits: FurtherTraits = {}): Traits => ({ kind, volatility, ...own, ...traits });
}

/** A function of one row whose value depends on its arguments alone. */
export const pure = traitsOf('scalar', 'immutable');

/** An expression that is written like a function call. */
export const expression = traitsOf('scalar', 'immutable', { isExpression: true });

/** A function of the clock. */
export const clock = traitsOf('scalar', 'clock');

/** A function of the user who runs the query. */
export const session = traitsOf('scalar', 'session');

/** A function that answers differently each time. */
export const volatile = traitsOf('scalar', 'volatile');

/** A function of many rows, which may have OVER. */
export const aggregate = traitsOf('aggregate', 'immutable');

/** A function that needs OVER. */
export const ofWindow = traitsOf('window', 'immutable');

/** Functions that have all traits in common; white space stands between their names. */
export function alike(traits: Traits, names: string): FunctionTable {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, traits]));
}
