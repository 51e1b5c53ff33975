import { type ScalarKind } from '../types/types.js';
import { type Errors } from './function-traits.js';

type Targets = Readonly<Partial<Record<ScalarKind, Extract<Errors, 'none' | 'call'>>>>;

/** CAST by the types before and after: whether a value may be one that cannot be cast. Casts that are left out are not known. */
export const CASTS: Readonly<Partial<Record<ScalarKind, Targets>>> = {
  BOOL: { INT64: 'none', STRING: 'none' },
  INT64: { BOOL: 'none', FLOAT64: 'none', NUMERIC: 'none', STRING: 'none' },
  FLOAT64: { INT64: 'call', NUMERIC: 'call', STRING: 'none' },
  NUMERIC: { INT64: 'call', FLOAT64: 'none', STRING: 'none' },
  STRING: {
    BOOL: 'call',
    INT64: 'call',
    FLOAT64: 'call',
    NUMERIC: 'call',
    BYTES: 'none',
    DATE: 'call',
    TIME: 'call',
    DATETIME: 'call',
    TIMESTAMP: 'call',
  },
  BYTES: { STRING: 'call' },
  DATE: { STRING: 'none', DATETIME: 'none', TIMESTAMP: 'none' },
  TIME: { STRING: 'none' },
  DATETIME: { STRING: 'none', DATE: 'none', TIME: 'none', TIMESTAMP: 'none' },
  TIMESTAMP: { STRING: 'none', DATE: 'none', TIME: 'none', DATETIME: 'none' },
};
