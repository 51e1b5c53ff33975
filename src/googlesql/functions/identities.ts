import { type FunctionTable, session, volatile } from './function-traits.js';

/** Functions for the identity that runs a query, and for keys of encryption. */
export const IDENTITIES: FunctionTable = {
  CURRENT_USER: session({ isElsewhere: true }),
  SESSION_USER: session({ isElsewhere: true }),
  'AEAD.ENCRYPT': volatile({ isElsewhere: true }),
  'KEYS.NEW_KEYSET': volatile({ isElsewhere: true }),
  'KEYS.NEW_WRAPPED_KEYSET': volatile({ isElsewhere: true }),
  'KEYS.ROTATE_KEYSET': volatile({ isElsewhere: true }),
  'KEYS.ROTATE_WRAPPED_KEYSET': volatile({ isElsewhere: true }),
};
