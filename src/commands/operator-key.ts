import { ALL_SCOPES, type Key } from '../access/key.js';

/** Whoever may start a command may read the endpoints and the data anyway. */
export const OPERATOR: Key = { id: 'cli', scopes: ALL_SCOPES, bind: new Map(), anyTenant: true };
